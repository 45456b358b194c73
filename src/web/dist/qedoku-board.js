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
.t0 .mark { stroke: #0072b2; fill: #0072b2; fill-opacity: 0.22; }
.t0 .line, .t0 .around { stroke: #0072b2; }
.t0 .tip { fill: #0072b2; }
.t1 .mark { stroke: #d55e00; fill: #d55e00; fill-opacity: 0.22; }
.t1 .line, .t1 .around { stroke: #d55e00; }
.t1 .tip { fill: #d55e00; }
.t2 .mark { stroke: #009e73; fill: #009e73; fill-opacity: 0.22; }
.t2 .line, .t2 .around { stroke: #009e73; }
.t2 .tip { fill: #009e73; }
.t3 .mark { stroke: #a6408a; fill: #a6408a; fill-opacity: 0.22; }
.t3 .line, .t3 .around { stroke: #a6408a; }
.t3 .tip { fill: #a6408a; }
.t4 .mark { stroke: #b8860b; fill: #b8860b; fill-opacity: 0.22; }
.t4 .line, .t4 .around { stroke: #b8860b; }
.t4 .tip { fill: #b8860b; }
.t5 .mark { stroke: #3a9bd9; fill: #3a9bd9; fill-opacity: 0.22; }
.t5 .line, .t5 .around { stroke: #3a9bd9; }
.t5 .tip { fill: #3a9bd9; }
.t6 .mark { stroke: #6b4c2f; fill: #6b4c2f; fill-opacity: 0.22; }
.t6 .line, .t6 .around { stroke: #6b4c2f; }
.t6 .tip { fill: #6b4c2f; }
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
.t0 .mark { stroke: #56b4e9; fill: #56b4e9; fill-opacity: 0.3; }
.t0 .line, .t0 .around { stroke: #56b4e9; }
.t0 .tip { fill: #56b4e9; }
.t1 .mark { stroke: #ff9a4d; fill: #ff9a4d; fill-opacity: 0.3; }
.t1 .line, .t1 .around { stroke: #ff9a4d; }
.t1 .tip { fill: #ff9a4d; }
.t2 .mark { stroke: #4fd6ab; fill: #4fd6ab; fill-opacity: 0.3; }
.t2 .line, .t2 .around { stroke: #4fd6ab; }
.t2 .tip { fill: #4fd6ab; }
.t3 .mark { stroke: #e59bd0; fill: #e59bd0; fill-opacity: 0.3; }
.t3 .line, .t3 .around { stroke: #e59bd0; }
.t3 .tip { fill: #e59bd0; }
.t4 .mark { stroke: #e6c229; fill: #e6c229; fill-opacity: 0.3; }
.t4 .line, .t4 .around { stroke: #e6c229; }
.t4 .tip { fill: #e6c229; }
.t5 .mark { stroke: #9fd0f5; fill: #9fd0f5; fill-opacity: 0.3; }
.t5 .line, .t5 .around { stroke: #9fd0f5; }
.t5 .tip { fill: #9fd0f5; }
.t6 .mark { stroke: #d2b48c; fill: #d2b48c; fill-opacity: 0.3; }
.t6 .line, .t6 .around { stroke: #d2b48c; }
.t6 .tip { fill: #d2b48c; }
`};var y="123456789ABCDEFGHIJKLMNOP";var A=e=>{let t=y.indexOf(e.toUpperCase());return e.length!==1||t<0?0:1<<t},E=e=>e.height*e.width,F=e=>2**E(e)-1,$=e=>[...y].filter((t,n)=>e&1<<n);function L(e){let{height:t,width:n,givens:r,entries:o,marks:i}=e;return{height:t,width:n,givens:r,entries:o,marks:i??null,corner:null,centre:null,colours:null,painted:{},layer:"auto",setting:!1}}function N(e){let t=e.replaceAll("0",".");return L({height:3,width:3,givens:t,entries:".".repeat(t.length),marks:null})}function m(e,t){let n=e.givens[t]==="."?e.entries[t]:e.givens[t];return n===void 0||n==="."?null:n}function R(e,t){let n=new Array(E(e)**2).fill(F(e));for(let r of n.keys()){let o=m(e,r);if(o)for(let i of t.peers(r))n[i]&=~A(o)}for(let r of n.keys()){let o=m(e,r);o&&(n[r]=A(o))}return n}function I(e,t){let n=R(e,t),{marks:r}=e;return r?n.map((o,i)=>m(e,i)?o:o&r[i]):n}var g=class{constructor(t){this.houses=t;this.size=t[0]?.cells.length??0;let n=this.size**2,r=Array.from({length:n},()=>new Set);for(let{cells:o}of t)for(let i of o)for(let s of o)s!==i&&r[i].add(s);this.lists=r.map(o=>[...o]),this.boxOf=new Array(n).fill(-1),t.forEach(({kind:o,cells:i},s)=>{if(o==="box")for(let f of i)this.boxOf[f]=s})}houses;size;lists;boxOf;peers(t){return this.lists[t]??[]}house(t){return this.houses.find(n=>n.name===t)?.cells??[]}isBorder(t,n){return this.boxOf[t]!==this.boxOf[n]}},G=new g(z.houses);var B=21,l=34,T=8,d=({height:e,width:t})=>B*Math.max(t,e,2),M=e=>l+d(e)*e.height*e.width+T;function v(e,t){let n=e.height*e.width,r=d(e);return[l+t%n*r,l+Math.floor(t/n)*r]}function V(e,t,n){let[r,o]=v(e,t),i=d(e),s=y.indexOf(n);return[r+i*(s%e.width+.5)/e.width,o+i*(Math.floor(s/e.width)+.5)/e.height]}function C(e,t){let n=e.height*e.width,r=d(e),[o,i]=[l,l+r*n],s="",f=`M${o} ${o}H${i}V${i}H${o}Z`;for(let a=1;a<n;a++){let k=l+r*a;for(let c=0;c<n;c++){let h=l+r*c,x=`M${h} ${k}h${r}`,u=`M${k} ${h}v${r}`;t.size&&t.isBorder((a-1)*n+c,a*n+c)?f+=x:s+=x,t.size&&t.isBorder(c*n+a-1,c*n+a)?f+=u:s+=u}}return{thin:s,thick:f}}var H="http://www.w3.org/2000/svg",p={height:3,width:3};function b(e,t,n=""){let r=document.createElementNS(H,e);for(let[o,i]of Object.entries(t))r.setAttribute(o,String(i));return r.textContent=n,r}var j=(e,t,n,r)=>b("text",{class:e,x:t,y:n,dy:"0.36em"},r);function D(e,t){let n=N(e),r=M(p),o=b("svg",{viewBox:`${l-2} ${l-2} ${r-l-4} ${r-l-4}`,role:"img","aria-label":`Sudoku ${e}`}),{thin:i,thick:s}=C(p,G);o.append(b("rect",{class:"paper",width:r,height:r}),b("path",{class:"thin",d:i}),b("path",{class:"thick",d:s}));let f=I(n,G),a=d(p)/2;return f.forEach((k,c)=>{let[h,x]=v(p,c),u=m(n,c);if(u)o.append(j("given",h+a,x+a,u));else if(t)for(let O of $(k))o.append(j("candidate",...V(p,c,O),O))}),o}var S=class extends HTMLElement{static observedAttributes=["puzzle","candidates","theme"];connectedCallback(){this.draw()}attributeChangedCallback(){this.isConnected&&this.draw()}draw(){let t=this.shadowRoot??this.attachShadow({mode:"open"}),n=new CSSStyleSheet,r=this.getAttribute("theme")==="dark"?w.dark:w.light;n.replaceSync(`:host { display: block; font-family: system-ui, sans-serif; }
svg { display: block; width: 100%; }
${r}`),t.adoptedStyleSheets=[n];let o=(this.getAttribute("puzzle")??"").trim();/^[.0-9]{81}$/.test(o)?t.replaceChildren(D(o,this.hasAttribute("candidates"))):t.replaceChildren("A puzzle has 81 characters: digits, and dots for empty cells.")}};customElements.define("qedoku-board",S);
