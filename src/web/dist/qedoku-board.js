var z={houses:[{cells:[0,1,2,3,4,5,6,7,8],kind:"row",name:"r1"},{cells:[9,10,11,12,13,14,15,16,17],kind:"row",name:"r2"},{cells:[18,19,20,21,22,23,24,25,26],kind:"row",name:"r3"},{cells:[27,28,29,30,31,32,33,34,35],kind:"row",name:"r4"},{cells:[36,37,38,39,40,41,42,43,44],kind:"row",name:"r5"},{cells:[45,46,47,48,49,50,51,52,53],kind:"row",name:"r6"},{cells:[54,55,56,57,58,59,60,61,62],kind:"row",name:"r7"},{cells:[63,64,65,66,67,68,69,70,71],kind:"row",name:"r8"},{cells:[72,73,74,75,76,77,78,79,80],kind:"row",name:"r9"},{cells:[0,9,18,27,36,45,54,63,72],kind:"column",name:"c1"},{cells:[1,10,19,28,37,46,55,64,73],kind:"column",name:"c2"},{cells:[2,11,20,29,38,47,56,65,74],kind:"column",name:"c3"},{cells:[3,12,21,30,39,48,57,66,75],kind:"column",name:"c4"},{cells:[4,13,22,31,40,49,58,67,76],kind:"column",name:"c5"},{cells:[5,14,23,32,41,50,59,68,77],kind:"column",name:"c6"},{cells:[6,15,24,33,42,51,60,69,78],kind:"column",name:"c7"},{cells:[7,16,25,34,43,52,61,70,79],kind:"column",name:"c8"},{cells:[8,17,26,35,44,53,62,71,80],kind:"column",name:"c9"},{cells:[0,1,2,9,10,11,18,19,20],kind:"box",name:"b1"},{cells:[3,4,5,12,13,14,21,22,23],kind:"box",name:"b2"},{cells:[6,7,8,15,16,17,24,25,26],kind:"box",name:"b3"},{cells:[27,28,29,36,37,38,45,46,47],kind:"box",name:"b4"},{cells:[30,31,32,39,40,41,48,49,50],kind:"box",name:"b5"},{cells:[33,34,35,42,43,44,51,52,53],kind:"box",name:"b6"},{cells:[54,55,56,63,64,65,72,73,74],kind:"box",name:"b7"},{cells:[57,58,59,66,67,68,75,76,77],kind:"box",name:"b8"},{cells:[60,61,62,69,70,71,78,79,80],kind:"box",name:"b9"}]},w={light:`text { text-anchor: middle; }
.given { font-size: 34px; font-weight: bold; }
.entry { font-size: 34px; }
.candidate { font-size: 14px; }
.spoken { font-weight: bold; }
.label { font-size: 12px; }
.flag text { font-size: 11px; font-weight: bold; }
.legend { font-size: 13px; text-anchor: start; }
.order { font-size: 8px; }
path, rect, circle, polygon { fill: none; }
.thin { stroke-width: 1; }
.thick { stroke-width: 3; }
.line { stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.around { stroke-width: 2.5; }
.mark { stroke-width: 1.5; }
.dash { stroke-width: 1.8; stroke-dasharray: 5 4; }
.strike { stroke-width: 2.5; stroke-linecap: round; }
.ring { stroke-width: 2.5; }
.role .house { stroke-width: 1.5; stroke-opacity: 0.55; fill-opacity: 0.1; }
.role .cell { stroke-width: 2; fill-opacity: 0.16; }
.way { stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.weak .way { stroke-dasharray: 5 4; }
.number text { font-size: 8px; font-weight: bold; }
.number circle { stroke-width: 0.8; }
.changed { font-size: 15px; }
.paper { fill: #ffffff; }
text { fill: #1a1a1a; }
.entry { fill: #2b4a7d; }
.faint { fill: #c4c4c4; }
.thin { stroke: #8a8a8a; }
.thick { stroke: #1a1a1a; }
.label { fill: #5c5c5c; }
.dash { stroke: #4d4d4d; }
.tip { fill: #4d4d4d; }
.strike { stroke: #c00000; }
.gone { fill: #ffe1dc; }
.ring { stroke: #00704c; }
.flag rect { fill: #5c5c5c; }
.flag text { fill: #ffffff; }
.order { fill: #1a1a1a; }
.out { fill: #c00000; }
.in { fill: #00704c; }
.changed { fill: #ffffff; }
.way { stroke: #1a1a1a; }
.head { fill: #1a1a1a; }
.number circle { fill: #ffffff; stroke: #1a1a1a; }
.t0 .mark { stroke: #0072b2; fill: #0072b2; fill-opacity: 0.22; }
.t0 .line, .t0 .around { stroke: #0072b2; }
.t0 .tip { fill: #0072b2; }
.r0 .mark, .r0 .cell, .r0 .house { stroke: #0072b2; fill: #0072b2; }
.r0 .mark { fill-opacity: 0.22; }
.badge.r0 .mark, .key.r0 .mark { fill-opacity: 1; }
.t1 .mark { stroke: #d55e00; fill: #d55e00; fill-opacity: 0.22; }
.t1 .line, .t1 .around { stroke: #d55e00; }
.t1 .tip { fill: #d55e00; }
.r1 .mark, .r1 .cell, .r1 .house { stroke: #d55e00; fill: #d55e00; }
.r1 .mark { fill-opacity: 0.22; }
.badge.r1 .mark, .key.r1 .mark { fill-opacity: 1; }
.t2 .mark { stroke: #009e73; fill: #009e73; fill-opacity: 0.22; }
.t2 .line, .t2 .around { stroke: #009e73; }
.t2 .tip { fill: #009e73; }
.r2 .mark, .r2 .cell, .r2 .house { stroke: #009e73; fill: #009e73; }
.r2 .mark { fill-opacity: 0.22; }
.badge.r2 .mark, .key.r2 .mark { fill-opacity: 1; }
.t3 .mark { stroke: #a6408a; fill: #a6408a; fill-opacity: 0.22; }
.t3 .line, .t3 .around { stroke: #a6408a; }
.t3 .tip { fill: #a6408a; }
.r3 .mark, .r3 .cell, .r3 .house { stroke: #a6408a; fill: #a6408a; }
.r3 .mark { fill-opacity: 0.22; }
.badge.r3 .mark, .key.r3 .mark { fill-opacity: 1; }
.t4 .mark { stroke: #b8860b; fill: #b8860b; fill-opacity: 0.22; }
.t4 .line, .t4 .around { stroke: #b8860b; }
.t4 .tip { fill: #b8860b; }
.r4 .mark, .r4 .cell, .r4 .house { stroke: #b8860b; fill: #b8860b; }
.r4 .mark { fill-opacity: 0.22; }
.badge.r4 .mark, .key.r4 .mark { fill-opacity: 1; }
.t5 .mark { stroke: #3a9bd9; fill: #3a9bd9; fill-opacity: 0.22; }
.t5 .line, .t5 .around { stroke: #3a9bd9; }
.t5 .tip { fill: #3a9bd9; }
.r5 .mark, .r5 .cell, .r5 .house { stroke: #3a9bd9; fill: #3a9bd9; }
.r5 .mark { fill-opacity: 0.22; }
.badge.r5 .mark, .key.r5 .mark { fill-opacity: 1; }
.t6 .mark { stroke: #6b4c2f; fill: #6b4c2f; fill-opacity: 0.22; }
.t6 .line, .t6 .around { stroke: #6b4c2f; }
.t6 .tip { fill: #6b4c2f; }
.r6 .mark, .r6 .cell, .r6 .house { stroke: #6b4c2f; fill: #6b4c2f; }
.r6 .mark { fill-opacity: 0.22; }
.badge.r6 .mark, .key.r6 .mark { fill-opacity: 1; }
`,dark:`text { text-anchor: middle; }
.given { font-size: 34px; font-weight: bold; }
.entry { font-size: 34px; }
.candidate { font-size: 14px; }
.spoken { font-weight: bold; }
.label { font-size: 12px; }
.flag text { font-size: 11px; font-weight: bold; }
.legend { font-size: 13px; text-anchor: start; }
.order { font-size: 8px; }
path, rect, circle, polygon { fill: none; }
.thin { stroke-width: 1; }
.thick { stroke-width: 3; }
.line { stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.around { stroke-width: 2.5; }
.mark { stroke-width: 1.5; }
.dash { stroke-width: 1.8; stroke-dasharray: 5 4; }
.strike { stroke-width: 2.5; stroke-linecap: round; }
.ring { stroke-width: 2.5; }
.role .house { stroke-width: 1.5; stroke-opacity: 0.55; fill-opacity: 0.1; }
.role .cell { stroke-width: 2; fill-opacity: 0.16; }
.way { stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.weak .way { stroke-dasharray: 5 4; }
.number text { font-size: 8px; font-weight: bold; }
.number circle { stroke-width: 0.8; }
.changed { font-size: 15px; }
.paper { fill: #16181c; }
text { fill: #ececec; }
.entry { fill: #a9c7f5; }
.faint { fill: #4a4d53; }
.thin { stroke: #7d828b; }
.thick { stroke: #ececec; }
.label { fill: #b7bcc4; }
.dash { stroke: #c9ccd2; }
.tip { fill: #c9ccd2; }
.strike { stroke: #ff7b6b; }
.gone { fill: #4d211c; }
.ring { stroke: #57d9a8; }
.flag rect { fill: #b7bcc4; }
.flag text { fill: #16181c; }
.order { fill: #ececec; }
.out { fill: #ff7b6b; }
.in { fill: #57d9a8; }
.changed { fill: #16181c; }
.way { stroke: #ececec; }
.head { fill: #ececec; }
.number circle { fill: #16181c; stroke: #ececec; }
.t0 .mark { stroke: #56b4e9; fill: #56b4e9; fill-opacity: 0.3; }
.t0 .line, .t0 .around { stroke: #56b4e9; }
.t0 .tip { fill: #56b4e9; }
.r0 .mark, .r0 .cell, .r0 .house { stroke: #56b4e9; fill: #56b4e9; }
.r0 .mark { fill-opacity: 0.3; }
.badge.r0 .mark, .key.r0 .mark { fill-opacity: 1; }
.t1 .mark { stroke: #ff9a4d; fill: #ff9a4d; fill-opacity: 0.3; }
.t1 .line, .t1 .around { stroke: #ff9a4d; }
.t1 .tip { fill: #ff9a4d; }
.r1 .mark, .r1 .cell, .r1 .house { stroke: #ff9a4d; fill: #ff9a4d; }
.r1 .mark { fill-opacity: 0.3; }
.badge.r1 .mark, .key.r1 .mark { fill-opacity: 1; }
.t2 .mark { stroke: #4fd6ab; fill: #4fd6ab; fill-opacity: 0.3; }
.t2 .line, .t2 .around { stroke: #4fd6ab; }
.t2 .tip { fill: #4fd6ab; }
.r2 .mark, .r2 .cell, .r2 .house { stroke: #4fd6ab; fill: #4fd6ab; }
.r2 .mark { fill-opacity: 0.3; }
.badge.r2 .mark, .key.r2 .mark { fill-opacity: 1; }
.t3 .mark { stroke: #e59bd0; fill: #e59bd0; fill-opacity: 0.3; }
.t3 .line, .t3 .around { stroke: #e59bd0; }
.t3 .tip { fill: #e59bd0; }
.r3 .mark, .r3 .cell, .r3 .house { stroke: #e59bd0; fill: #e59bd0; }
.r3 .mark { fill-opacity: 0.3; }
.badge.r3 .mark, .key.r3 .mark { fill-opacity: 1; }
.t4 .mark { stroke: #e6c229; fill: #e6c229; fill-opacity: 0.3; }
.t4 .line, .t4 .around { stroke: #e6c229; }
.t4 .tip { fill: #e6c229; }
.r4 .mark, .r4 .cell, .r4 .house { stroke: #e6c229; fill: #e6c229; }
.r4 .mark { fill-opacity: 0.3; }
.badge.r4 .mark, .key.r4 .mark { fill-opacity: 1; }
.t5 .mark { stroke: #9fd0f5; fill: #9fd0f5; fill-opacity: 0.3; }
.t5 .line, .t5 .around { stroke: #9fd0f5; }
.t5 .tip { fill: #9fd0f5; }
.r5 .mark, .r5 .cell, .r5 .house { stroke: #9fd0f5; fill: #9fd0f5; }
.r5 .mark { fill-opacity: 0.3; }
.badge.r5 .mark, .key.r5 .mark { fill-opacity: 1; }
.t6 .mark { stroke: #d2b48c; fill: #d2b48c; fill-opacity: 0.3; }
.t6 .line, .t6 .around { stroke: #d2b48c; }
.t6 .tip { fill: #d2b48c; }
.r6 .mark, .r6 .cell, .r6 .house { stroke: #d2b48c; fill: #d2b48c; }
.r6 .mark { fill-opacity: 0.3; }
.badge.r6 .mark, .key.r6 .mark { fill-opacity: 1; }
`};var x="123456789ABCDEFGHIJKLMNOP";var A=e=>{let t=x.indexOf(e.toUpperCase());return e.length!==1||t<0?0:1<<t},E=e=>e.height*e.width,F=e=>2**E(e)-1,N=e=>[...x].filter((t,n)=>e&1<<n);function L(e){let{height:t,width:n,givens:r,entries:o,marks:i}=e;return{height:t,width:n,givens:r,entries:o,marks:i??null,corner:null,centre:null,colours:null,painted:{},layer:"auto",setting:!1}}function $(e){let t=e.replaceAll("0",".");return L({height:3,width:3,givens:t,entries:".".repeat(t.length),marks:null})}function m(e,t){let n=e.givens[t]==="."?e.entries[t]:e.givens[t];return n===void 0||n==="."?null:n}function R(e,t){let n=new Array(E(e)**2).fill(F(e));for(let r of n.keys()){let o=m(e,r);if(o)for(let i of t.peers(r))n[i]&=~A(o)}for(let r of n.keys()){let o=m(e,r);o&&(n[r]=A(o))}return n}function I(e,t){let n=R(e,t),{marks:r}=e;return r?n.map((o,i)=>m(e,i)?o:o&r[i]):n}var g=class{constructor(t){this.houses=t;this.size=t[0]?.cells.length??0;let n=this.size**2,r=Array.from({length:n},()=>new Set);for(let{cells:o}of t)for(let i of o)for(let l of o)l!==i&&r[i].add(l);this.lists=r.map(o=>[...o]),this.boxOf=new Array(n).fill(-1),t.forEach(({kind:o,cells:i},l)=>{if(o==="box")for(let f of i)this.boxOf[f]=l})}houses;size;lists;boxOf;peers(t){return this.lists[t]??[]}house(t){return this.houses.find(n=>n.name===t)?.cells??[]}isBorder(t,n){return this.boxOf[t]!==this.boxOf[n]}},G=new g(z.houses);var B=21,s=34,q=8,d=({height:e,width:t})=>B*Math.max(t,e,2),V=e=>s+d(e)*e.height*e.width+q;function v(e,t){let n=e.height*e.width,r=d(e);return[s+t%n*r,s+Math.floor(t/n)*r]}function C(e,t,n){let[r,o]=v(e,t),i=d(e),l=x.indexOf(n);return[r+i*(l%e.width+.5)/e.width,o+i*(Math.floor(l/e.width)+.5)/e.height]}function M(e,t){let n=e.height*e.width,r=d(e),[o,i]=[s,s+r*n],l="",f=`M${o} ${o}H${i}V${i}H${o}Z`;for(let a=1;a<n;a++){let p=s+r*a;for(let c=0;c<n;c++){let h=s+r*c,y=`M${h} ${p}h${r}`,u=`M${p} ${h}v${r}`;t.size&&t.isBorder((a-1)*n+c,a*n+c)?f+=y:l+=y,t.size&&t.isBorder(c*n+a-1,c*n+a)?f+=u:l+=u}}return{thin:l,thick:f}}var T="http://www.w3.org/2000/svg",k={height:3,width:3};function b(e,t,n=""){let r=document.createElementNS(T,e);for(let[o,i]of Object.entries(t))r.setAttribute(o,String(i));return r.textContent=n,r}var j=(e,t,n,r)=>b("text",{class:e,x:t,y:n,dy:"0.36em"},r);function H(e,t){let n=$(e),r=V(k),o=b("svg",{viewBox:`${s-2} ${s-2} ${r-s-4} ${r-s-4}`,role:"img","aria-label":`Sudoku ${e}`}),{thin:i,thick:l}=M(k,G);o.append(b("rect",{class:"paper",width:r,height:r}),b("path",{class:"thin",d:i}),b("path",{class:"thick",d:l}));let f=I(n,G),a=d(k)/2;return f.forEach((p,c)=>{let[h,y]=v(k,c),u=m(n,c);if(u)o.append(j("given",h+a,y+a,u));else if(t)for(let O of N(p))o.append(j("candidate",...C(k,c,O),O))}),o}var S=class extends HTMLElement{static observedAttributes=["puzzle","candidates","theme"];connectedCallback(){this.draw()}attributeChangedCallback(){this.isConnected&&this.draw()}draw(){let t=this.shadowRoot??this.attachShadow({mode:"open"}),n=new CSSStyleSheet,r=this.getAttribute("theme")==="dark"?w.dark:w.light;n.replaceSync(`:host { display: block; font-family: system-ui, sans-serif; }
svg { display: block; width: 100%; }
${r}`),t.adoptedStyleSheets=[n];let o=(this.getAttribute("puzzle")??"").trim();/^[.0-9]{81}$/.test(o)?t.replaceChildren(H(o,this.hasAttribute("candidates"))):t.replaceChildren("A puzzle has 81 characters: digits, and dots for empty cells.")}};customElements.define("qedoku-board",S);
