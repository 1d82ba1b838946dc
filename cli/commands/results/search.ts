import type { Run } from '#cli/args/command.ts';
import { withExecution } from '#cli/backend/open-backend.ts';
import { whenIndexed } from '#cli/backend/when-indexed.ts';
import { skipsNearFlag } from '#cli/export/near-duplicates-flag.ts';
import { numberFlag } from '#cli/export/number-flag.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { bytes as byteSize, count, counted } from '#cli/terminal/format.ts';
import { printable } from '#core/model/printable.ts';
import {
  type FacetValue,
  MOST_OFFSET,
  MOST_RESULTS,
  type SearchAnswer,
  type SearchResult,
  type Snippet,
} from '#core/search/search-index.ts';
import { parseSearchQuery } from '#core/search/search-query.ts';

const USUAL_RESULTS = 10;

/** `surf search ID WORDS…`: pages of an ended execution, best first. */
export const run: Run = async (call) => {
  const [, ...words] = call.positionals;
  const text = words.map(asOneTerm).join(' ');
  parseSearchQuery(text); // refused before anything is opened
  const limit = numberFlag(call, { flag: 'limit', usual: USUAL_RESULTS, least: 1, most: MOST_RESULTS });
  const offset = numberFlag(call, { flag: 'offset', usual: 0, least: 0, most: MOST_OFFSET });
  const skipsNear = skipsNearFlag(call);
  return await withExecution(call, async (backend, id) => {
    const answer = await whenIndexed(call, () => backend.search(id, { text, limit, offset, skipsNear }));
    if (call.json || process.stdout.isTTY !== true) {
      const { results, ...summary } = answer;
      await call.terminal.json({ type: 'summary', schema: 1, execution: id, query: text, ...summary });
      for (const result of results) await call.terminal.json({ type: 'result', ...result });
    } else for (const line of linesOf(answer, offset)) await call.terminal.line(line);
    return EXIT.succeeded;
  });
};

/**
 * Quotes a word with spaces: in the shell it was in quotes, so it is a phrase. With a minus or a
 * field behind a space it is a whole query, and with a field in front whose values have no spaces.
 */
const asOneTerm = (word: string): string =>
  /\s/.test(word) && !word.includes('"') && !OPERATOR.test(word) ? quotedTerm(word) : word;

const OPERATOR = /\s(?:-\S|-?title:)|(?:^|\s)-?(?:site|type|lang|changed):/iu;

/** `title:two words` stays a title. */
const quotedTerm = (word: string): string => word.replace(/^(-?(?:title:)?)(.*)$/su, '$1"$2"');

function linesOf(
  { match, total, indexed, complete, leftOut = 0, results, facets }: SearchAnswer,
  offset: number,
): string[] {
  const any = match === 'any' ? ' with any of the words' : '';
  return [
    `${counted(total, 'page')} of ${count(indexed)}${any}`,
    ...(complete ? [] : [`the index has ${count(indexed)} pages, not all`]),
    ...(leftOut === 0 ? [] : [`${counted(leftOut, 'near copy', 'near copies')} left out`]),
    ...results.flatMap((result, i) => resultLines(result, offset + i + 1)),
    ...(total === 0 ? [] : ['', ...facetLines(facets), 'surf history URL lists the versions of a page']),
  ];
}

function resultLines(result: SearchResult, place: number): string[] {
  const { url, title, snippet } = result;
  const shown = [title === '' ? url : title, ...(title === '' ? [] : [url]), markedText(snippet)];
  const [head = '', ...more] = shown.map(printable);
  return ['', `${String(place).padStart(3)}  ${head}`, ...[...more, factsOf(result)].map((line) => `     ${line}`)];
}

/** Popularity, size and changes, as far as known. */
function factsOf({ bytes, inlinks, fetchedAt, changes }: SearchResult): string {
  const facts = [
    ...(inlinks === 0 ? [] : [`linked by ${counted(inlinks, 'page')}`]),
    ...(bytes === null ? [] : [byteSize(bytes)]),
    ...(fetchedAt === null ? [] : [`fetched ${fetchedAt.slice(0, 10)}`]),
    ...(changes === null ? [] : [changesIn(changes)]),
  ];
  return facts.join(', ');
}

function changesIn({ visits, changed, changedAt }: NonNullable<SearchResult['changes']>): string {
  const day = changedAt.slice(0, 10);
  if (changed === 0) return `no change in ${counted(visits, 'visit')} since ${day}`;
  return `changed ${counted(changed, 'time')} in ${counted(visits, 'visit')}, last ${day}`;
}

/** The snippet with the found words in quotation marks. */
function markedText({ text, marks }: Snippet): string {
  let shown = '';
  let at = 0;
  for (const { start, end } of marks) {
    shown += `${text.slice(at, start)}«${text.slice(start, end)}»`;
    at = end;
  }
  return shown + text.slice(at);
}

const facetLines = ({ host, type, language }: SearchAnswer['facets']): string[] =>
  Object.entries({ site: host, type, lang: language }).flatMap(([field, values]: [string, readonly FacetValue[]]) =>
    values.length < 2
      ? []
      : [
          `${values
            .slice(0, 8)
            .map(({ value, pages }) => `${field}:${printable(value)} ${count(pages)}`)
            .join('  ')}`,
        ],
  );
