import { LIMIT_FLAGS } from '#cli/progress/report.ts';
import { bytes, count, counted } from '#cli/terminal/format.ts';
import type { Explanation, RobotsEvidence } from '#core/execution/explanation.ts';
import { stateWord } from '#core/model/outcome.ts';
import { printable } from '#core/model/printable.ts';

/** Discovering pages shown by name; the rest is a count. */
const MOST_SHOWN = 8;

/** `surf explain` as text: one known fact about a URL per line. */
export function explanationLines(said: Explanation): string[] {
  const facts: [string, string | null][] = [
    ['key', keyWords(said)],
    ['merged', mergedWords(said)],
    ['state', stateWords(said)],
    ['cut', cutWords(said)],
    ['verdict', verdictWords(said)],
    ...trapFacts(said),
    ['pending', pendingWords(said)],
    ...foundFacts(said),
    ['place', placeWords(said)],
    ['leads to', said.redirectsTo.map(({ url, outcome }) => `${url ?? '?'}${inBrackets(outcome)}`).join(', then ')],
    ['copy of', said.duplicateOf],
    ['robots', robotsWords(said.robots)],
    ['tried', triedWords(said)],
    ...said.errors.map(({ code, message, at }): [string, string] => ['', `${at} ${code}: ${message}`]),
    ['archived', archivedWords(said)],
    [
      'cost',
      said.costUsd === null ? null : `${said.costUsd.toFixed(9)} USD, its part of its chunk, on AWS at list price`,
    ],
  ];
  const lines = facts.filter(([, text]) => text !== null && text !== '');
  return [printable(said.given), ...lines.map(([name, text]) => `  ${name.padEnd(9)} ${printable(text ?? '')}`)];
}

const inBrackets = (text: string | null): string => (text === null ? '' : ` (${text})`);

function keyWords({ key, url, canonical, given, addressRules, keyRules }: Explanation): string | null {
  if (key === null) return null;
  const fetched = url === given ? '' : `, fetched as ${url} (${addressRules.join(', ')})`;
  const form = canonical === url ? '' : `, of ${canonical} (${keyRules.join(', ')})`;
  return `${key}${fetched}${form}`;
}

const mergedWords = ({ merged }: Explanation): string | null =>
  merged === null ? null : `with ${merged.with}${inBrackets(merged.rules.join(', ') || null)}`;

function stateWords({ state, outcome, kind, unread, pending }: Explanation): string {
  if (state === 'ignored') return 'ignored: no absolute http(s) address, so it is not a URL of any crawl';
  if (state === 'unseen') {
    const when = pending === null ? 'never seen' : 'not seen so far';
    return `${when}: no seed, link, redirect or sitemap led to it`;
  }
  if (state === 'kept') return 'kept: it was not due when this tick of the collection began';
  if (state === 'unknown' && unread !== null) {
    const pages = unread.first.map(({ url }) => url).join(', ');
    return `unknown: ${counted(unread.links, 'link')} of these pages were not read: ${pages}`;
  }
  if (state === 'found') return 'found in the level that is being crawled';
  const type =
    outcome?.type === state ? (outcome.reason ?? '') : `${outcome?.type}${inBrackets(outcome?.reason ?? null)}`;
  const what = outcome === null ? '' : `: ${type}`;
  const answer = [
    outcome?.status ?? '',
    outcome?.contentType ?? '',
    outcome?.bytes == null ? '' : bytes(outcome.bytes),
    outcome?.title == null ? '' : JSON.stringify(outcome.title),
  ].filter((part) => part !== '');
  return `${stateWord(state)}${what}${answer.length === 0 ? '' : `, ${answer.join(' ')}`}${kind === 'sitemap' ? ' (a sitemap)' : ''}`;
}

/** The exact size, because the line of the state rounds it. */
function cutWords({ outcome }: Explanation): string | null {
  if (outcome === null || outcome.cut === null) return null;
  const { keptBytes, setting } = outcome.cut;
  return `the first ${count(keptBytes)} bytes of a larger page were kept (${setting}: cut, at limits.pageBytes)`;
}

function verdictWords({ verdict, outcome }: Explanation): string | null {
  if (verdict === null) return null;
  const because = `${verdict.reason}${verdict.rule === null ? '' : ` (${verdict.rule})`}`;
  if (verdict.judged === 'now') return verdict.admitted ? 'would be admitted' : `would be refused: ${because}`;
  if (!verdict.admitted) return `refused: ${because}`;
  return outcome?.type === 'skipped' ? `admitted; then ${outcome.reason}${inBrackets(outcome.rule)}` : 'admitted';
}

function trapFacts({ trap }: Explanation): [string, string][] {
  if (trap === null) return [];
  const { group, pages, samples } = trap;
  return [
    ['trap', `pattern ${group}: the last ${pages} pages brought no new text, image or title`],
    ...samples.map((url): [string, string] => ['', `such as ${url}`]),
  ];
}

function pendingWords({ pending, execution, state }: Explanation): string | null {
  if (pending === null) return null;
  const until = pending.until === null ? '' : `, until ${pending.until}`;
  const turn =
    pending.limit !== null && pending.before ? `; ${counted(pending.before, 'task')} of its host before it` : '';
  const flag = LIMIT_FLAGS[pending.limit ?? ''];
  const further =
    flag !== undefined && state === 'interrupted' ? `: surf resume ${execution} --${flag} N continues it` : '';
  return `${pending.cause}${until}${cashWords(pending.cash)}${turn}${further}`;
}

/** Cash with three digits, which tell shares of pages with some hundred links apart. */
function cashWords(cash: NonNullable<Explanation['pending']>['cash']): string {
  if (cash === null) return '';
  const cut = cash.cut === null ? '' : `, the last one with a slot ${cash.cut.toFixed(3)}`;
  return `; its cash is ${cash.own.toFixed(3)}${cut}`;
}

function foundFacts({ found }: Explanation): [string, string | null][] {
  if (found === null) return [];
  if (found.how === 'collection') return [['found', 'the collection knew it']];
  if (found.how === 'seed') return [['found', found.chain.length === 0 ? 'it is a seed' : 'where is not known']];
  const shown = found.chain.slice(0, MOST_SHOWN);
  const lines = shown.map(({ url, level }, i): [string, string] => {
    const how = i === 0 ? found.how : (shown[i - 1]?.how ?? 'link');
    return [i === 0 ? 'found' : '', `${WAYS[how]} ${url} (level ${level}${isSeed(found, i) ? ', a seed' : ''})`];
  });
  const left = found.chain.length - shown.length;
  return left > 0 ? [...lines, ['', `and ${counted(left, 'page')} more on the way from the seed`]] : lines;
}

const WAYS = {
  seed: 'from',
  link: 'on',
  redirect: 'by the redirect of',
  sitemap: 'in the sitemap',
  robots: 'in robots.txt, read for',
  collection: 'from',
} as const;

const isSeed = ({ chain, complete }: NonNullable<Explanation['found']>, place: number): boolean =>
  complete && place === chain.length - 1 && chain[place]?.how === 'seed';

function placeWords({ found, wave, unit }: Explanation): string | null {
  if (found === null) return null;
  const parts = [`level ${found.level}`];
  if (found.depthLeft === 0) parts.push('at the depth of its seed: its links are not followed');
  else if (found.depthLeft !== null) parts.push(`${count(found.depthLeft)} more by the depth of its seed`);
  if (found.rank !== null) parts.push(`rank ${count(found.rank)}`);
  if (found.position !== null) parts.push(`link ${count(found.position + 1)} of its page`);
  if (wave !== null) parts.push(`wave ${wave}`);
  if (unit !== null) parts.push(`unit ${unit}`);
  return parts.join(', ');
}

function robotsWords(robots: RobotsEvidence | null): string | null {
  if (robots === null) return null;
  if (!robots.obeyed) return 'ignored: the workflow says so';
  if (robots.source === 'none') return 'not asked: no robots.txt of its host is known';
  const file = `robots.txt of ${robots.at}${robots.hash === null ? '' : `, SHA-256 ${robots.hash}`}`;
  if (robots.line !== null)
    return `line ${robots.line} ${robots.allowed ? 'allows' : 'forbids'} it: ${robots.text} (${file})`;
  if (robots.status !== null && robots.hash === null) {
    return `${robots.allowed ? 'allows everything' : 'allows nothing'}: it answered ${robots.status} at ${robots.at}`;
  }
  return robots.allowed === null
    ? `not known: it could not be read (${file})`
    : `${robots.allowed ? 'allows' : 'forbids'} it: no rule matches (${file})`;
}

function triedWords({ attempts, startedAt, endedAt }: Explanation): string | null {
  if (attempts === 0) return null;
  const times = attempts === 1 ? 'once' : `${count(attempts)} times`;
  return startedAt === null ? times : `${times}, from ${startedAt}${endedAt === null ? '' : ` to ${endedAt}`}`;
}

const archivedWords = ({ archived }: Explanation): string | null =>
  archived === null ? null : `${archived.object}, ${count(archived.length)} bytes from ${count(archived.offset)}`;
