// The findings of axe-core in a page. Where axe-core cannot decide the contrast of a text, this
// file does.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Decides the contrast of texts in pictures, whose background axe-core cannot find: composes the
 * shapes under the middle of each text. Returns the texts with less contrast than WCAG AA demands.
 */
function undecided(nodes) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { pointer-events: auto !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const colour = (text) => {
    const [r = 0, g = 0, b = 0, a = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
    return text === 'none' ? [0, 0, 0, 0] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
  const opacity = (node) => (node ? Number(getComputedStyle(node).opacity) * opacity(node.parentElement) : 1);
  const isPicture = (node) => node instanceof SVGElement && node.localName !== 'svg';
  const paint = (node) => {
    const style = getComputedStyle(node);
    const [r, g, b, a] = colour(isPicture(node) ? style.fill : style.backgroundColor);
    return [r, g, b, a * (isPicture(node) ? Number(style.fillOpacity) : 1) * opacity(node)];
  };
  const light = (rgb) => {
    const [r, g, b] = rgb.map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  // The text of the editor is transparent: the coloured text behind it is seen.
  const isClear = (node) => !isPicture(node) && colour(getComputedStyle(node).color)[3] === 0;
  const seen = nodes.flatMap((node) => (isClear(node) ? [...document.querySelectorAll('#colours span')] : [node]));
  const wrong = [];
  for (const node of seen) {
    const box = node.getBoundingClientRect();
    node.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = node.getBoundingClientRect();
    if (!box.width || !node.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const under = document.elementsFromPoint(left + width / 2, top + height / 2).filter((other) => other !== node && other.localName !== 'text' && !node.contains(other));
    // A shape above the text would hide it: the text must be seen.
    const back = under.reverse().reduce((rgb, shape) => over(paint(shape), rgb), [255, 255, 255]);
    const style = getComputedStyle(node);
    const [r, g, b, a] = colour(isPicture(node) ? style.fill : style.color);
    const front = over([r, g, b, a * opacity(node)], back);
    const [bright, dim] = [light(front), light(back)].sort((x, y) => y - x);
    const scale = isPicture(node) ? (node.ownerSVGElement.getBoundingClientRect().width / node.ownerSVGElement.viewBox.baseVal.width) || 1 : 1;
    const size = parseFloat(style.fontSize) * scale;
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const ratio = (bright + 0.05) / (dim + 0.05);
    if (ratio < (isLarge ? 3 : 4.5)) wrong.push(`${node.outerHTML.slice(0, 120)} has a contrast of ${ratio.toFixed(2)}: ${front.map(Math.round)} on ${back.map(Math.round)}`);
  }
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  return wrong;
}

export default async function violations(page) {
  // The driver evaluates this, because the policy of the page forbids `eval`.
  await page.evaluate(source);
  await page.evaluate(`window.undecided = ${undecided}`);
  return page.evaluate(async () => {
    const { violations: found, incomplete } = await globalThis.axe.run(document, { resultTypes: ['violations', 'incomplete'], elementRef: true });
    const contrast = incomplete.filter(({ id }) => id === 'color-contrast').flatMap(({ nodes }) => nodes.map(({ element }) => element));
    const bare = found.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    return [...bare, ...globalThis.undecided(contrast).map((html) => ({ id: 'contrast', nodes: [{ html }] }))];
  });
}
