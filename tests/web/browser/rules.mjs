// User flows of rules and the library. Every flow runs on the static and on the served page.

import { UNFAIR, assert, click, done, equal, fresh, paste, ready, shown, text, until, walked } from './harness.mjs';

export const RULE = `rule my_kite {
  name  "My Kite"
  level easy
  for   digit d, houses A, B
  when  every d in A is in B
  then  eliminate d from B except A
  say   "{d} in {A} lies in {B}"
}
`;

/**
 * A mistake in a rule is underlined in the right place, corrected, and the rule is proved and used.
 */
export async function writingARule(browser, { url, served }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'new-rule');
  await page.locator('#text').fill(RULE.replace('digit d,', 'digt d,'));
  await until(page, () => document.querySelector('#colours .underlined')?.textContent === 'digt');
  await until(page, () => /did you mean `digit`/.test(document.getElementById('problems').textContent));
  assert(/4:9/.test(await text(page, 'problems')), await text(page, 'problems'));
  await page.locator('#text').fill(RULE);
  await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  await until(page, () => /it finds \d+ step/.test(document.getElementById('matches').textContent));
  await page.locator('#matches button.step').first().click();
  await shown(page, 'My Kite');
  await click(page, 'prove');
  if (served) await until(page, () => /^sound/.test(document.querySelector('#judged .verdict')?.textContent));
  else await until(page, () => /Run `qedoku serve`/.test(document.getElementById('judged').textContent));
  await click(page, 'use');
  await until(page, () => /use own\/my_rule\.rule/.test(document.getElementById('own').textContent));
  await click(page, 'path');
  await walked(page);
  assert(/My Kite/.test(await text(page, 'list')), 'the path uses it');
  await page.reload();
  await ready(page);
  assert(/use own\/my_rule\.rule/.test(await text(page, 'own')), 'it is kept');
  await done(page);
}

/** An unsound rule shows the board on which it is wrong. One click corrects it. */
export async function anUnsoundRule(browser, { url, served }) {
  if (!served) return;
  const page = await fresh(browser, url);
  await click(page, 'new-rule');
  await page.locator('#text').fill(RULE.replace(' except A', ''));
  await click(page, 'prove');
  await until(page, () => document.querySelectorAll('#judged .pictures svg').length === 2);
  assert(/which can be true/.test(await text(page, 'judged')), await text(page, 'judged'));
  assert((await page.locator('#judged .target').count()) > 0, 'what it removes is struck out');
  assert((await page.locator('#judged .placed').count()) > 1, 'what would be lost is circled');
  await page.locator('#judged button.main').click();
  await until(page, () => /^sound/.test(document.querySelector('#judged .verdict')?.textContent));
  const mended = await page.locator('#text').inputValue();
  assert(/except A/.test(mended), 'the condition is in the text');
  equal(mended.split('\n').filter((l) => l && !/^(rule |\}|  \S)/.test(l)).join(), '', 'every line is indented by two');
  await done(page);
}

/** Z3 explains why a candidate is impossible, and the explanation becomes a rule. */
export async function mining(browser, { url, served }) {
  const page = await fresh(browser, url);
  equal(await page.locator('#mine-box').isVisible(), served, 'mining is offered where Z3 is');
  if (served) {
    await paste(page, UNFAIR);
    await page.evaluate(() => (document.getElementById('mine-box').open = true));
    await page.locator('#mine-of').fill('r1c6=7');
    await click(page, 'mine');
    await until(page, () => !document.getElementById('mined-rule').hidden);
    assert(/r1c6=7 is impossible/.test(await text(page, 'mined')), await text(page, 'mined'));
    await click(page, 'mined-rule');
    await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  }
  await done(page);
}

/** The library is searched by words. A rule has a drawn example and its verdict. */
export async function theLibrary(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#find').fill('x-wing');
  await until(page, () => document.querySelector('#library .thumbnail svg'));
  await page.locator('#library button', { hasText: 'X-Wing, Swordfish' }).first().click();
  await until(page, () => document.querySelectorAll('#rule-examples .strip svg').length > 2);
  const picture = () => page.evaluate(() => document.querySelector('#rule-examples figure').innerHTML);
  const first = await picture();
  await page.locator('#rule-examples .strip button').nth(1).click();
  assert((await picture()) !== first, 'another example');
  await page.locator('.example-stage').first().click();
  assert(await page.evaluate(() => [...document.querySelectorAll('#rule-examples figure g.target')].every((node) => getComputedStyle(node).display === 'none')), 'the place alone');
  assert(/HoDoKu 0300/.test(await text(page, 'rule-techniques')), 'its other names');
  assert(/sound on every board/.test(await text(page, 'rule-techniques')), await text(page, 'rule-techniques'));
  await click(page, 'edit-rule');
  await until(page, () => /No mistakes/.test(document.getElementById('problems').textContent));
  await done(page);
}

/** The library by difficulty: the easiest first, each rule with a thumbnail. */
export async function byDifficulty(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#order').selectOption('level');
  await until(page, () => document.querySelectorAll('#library summary').length === 5);
  const groups = await page.evaluate(() => [...document.querySelectorAll('#library summary')].map((node) => node.textContent.split(' ')[0]));
  equal(groups.slice(0, 3).join(), 'easy,medium,hard', 'the levels');
  await click(page, 'tab-learn');
  const drawn = () => [...document.querySelectorAll('#library details')].map((group) => group.querySelectorAll('.thumbnail svg').length);
  await until(page, () => document.querySelectorAll('#library .thumbnail svg').length > 2);
  equal((await page.evaluate(drawn))[2], 0, 'thumbnails of closed groups are not drawn');
  await page.locator('#library summary').nth(2).click();
  await until(page, () => document.querySelectorAll('#library details')[2].querySelectorAll('.thumbnail svg').length > 2);
  await done(page);
}

/** Beside the editor: help about the word at the cursor, the whole reference, and the plan. */
export async function languageHelp(browser, { url }) {
  const page = await fresh(browser, url);
  await paste(page, UNFAIR);
  await click(page, 'new-rule');
  await page.locator('#text').fill(RULE);
  await page.evaluate(() => {
    const area = document.getElementById('text');
    area.focus();
    area.setSelectionRange(area.value.indexOf('except') + 2, area.value.indexOf('except') + 2);
  });
  await page.keyboard.press('ArrowRight');
  await until(page, () => /except/.test(document.getElementById('word-help').textContent));
  await page.evaluate(() => (document.getElementById('language').open = true));
  await until(page, () => document.querySelectorAll('#language details').length > 5);
  await page.locator('#find-word').fill('in no template');
  await until(page, () => document.querySelectorAll('#language details[open] dt').length > 0);
  await until(page, () => /bind.*\n[^]*yield/.test(document.querySelector('#plan pre')?.textContent ?? ''));
  // Completion: a chip of the word, chosen by keys.
  await page.locator('#text').fill(RULE.replace('easy', ''));
  await page.evaluate(() => {
    const area = document.getElementById('text');
    const at = area.value.indexOf('level ') + 6;
    area.focus();
    area.setSelectionRange(at, at);
  });
  await page.keyboard.type('ha');
  await until(page, () => document.querySelector('#completions button')?.textContent === 'hard');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert(/level hard/.test(await page.locator('#text').inputValue()), 'the word is completed');
  await page.keyboard.press('Enter');
  assert(/level hard\n  \n/.test(await page.locator('#text').inputValue()), 'the editor indents');
  await done(page);
}

/** Names come before descriptions in the library. */
export async function namesFirst(browser, { url }) {
  const page = await fresh(browser, url);
  await page.locator('#find').fill('tridagon');
  await until(page, () => /tridagon/i.test(document.querySelector('#library button')?.textContent ?? ''));
  await done(page);
}
