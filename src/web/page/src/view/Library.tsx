// The list of rules by family or difficulty, each with a thumbnail of its example.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedRule } from '../engine/protocol';
import { familyTitle, namesOfRule } from '../model/learn';
import { t } from '../model/words';
import { learn } from './models';
import { pictureWithoutIds } from './draw';

/** The picture of a rule. It is requested when it comes into view. */
function Thumbnail({ rule }: { rule: ListedRule }) {
  const host = useRef<HTMLSpanElement>(null);
  const svg = learn.thumbnails.value.get(rule.name);
  useLayoutEffect(() => {
    const observer = new IntersectionObserver((seen) => {
      if (!seen.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      learn.thumbnail(rule);
    });
    if (host.current) observer.observe(host.current);
    return () => observer.disconnect();
  }, [rule]);
  useLayoutEffect(() => {
    if (!svg) return;
    const drawn = pictureWithoutIds(svg);
    // The board without its labels and without the legend below it.
    const side = Number(drawn.getAttribute('viewBox')?.split(' ')[2] ?? 0);
    drawn.setAttribute('viewBox', `32 32 ${side - 38} ${side - 38}`);
    host.current?.replaceChildren(drawn);
  }, [svg]);
  return <span ref={host} class="thumbnail" aria-hidden="true" />;
}

function RuleItem({ rule }: { rule: ListedRule }) {
  const levels = [...new Set(rule.techniques.map(({ level }) => t(level)))].join(', ');
  return (
    <li>
      <button type="button" onClick={() => void learn.open(rule)}>
        <Thumbnail rule={rule} />
        <span>
          {namesOfRule(rule)}
          <span class="quiet"> {levels}</span>
        </span>
      </button>
    </li>
  );
}

export function Library() {
  const groups = learn.listed.value;
  const isSearching = learn.find.value.trim() !== '';
  if (learn.problem.value && !learn.families.value.length) return <div id="library"><p class="error">{learn.problem.value}</p></div>;
  if (!learn.families.value.length) return <div id="library"><p class="quiet">{t('libraryLoads')}</p></div>;
  return (
    <div id="library">
      {groups.map(({ name, rules: list }, at) => (
        <details key={`${name}${isSearching}`} open={isSearching || at === 0}>
          <summary>{`${learn.order.value === 'level' ? t(name) : familyTitle(name)} (${list.length})`}</summary>
          <ul class="rules cards">{list.map((rule) => <RuleItem key={rule.name} rule={rule} />)}</ul>
        </details>
      ))}
      {!groups.length && t('noSuchRule')}
    </div>
  );
}
