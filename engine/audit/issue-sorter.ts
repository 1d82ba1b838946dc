import type { Issue } from '#core/audit/issue.ts';
import { ISSUE_CODES, ISSUE_KINDS, type IssueCode, SEVERITIES, type Severity } from '#core/audit/issue-kinds.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

/** Characters of a detail: a page may name long addresses. */
const MOST_DETAIL = 500;

/** Number of times that a kind was found. */
export interface IssueCount {
  /** A broken link of ten pages is ten issues of one URL. */
  readonly issues: number;
  readonly urls: number;
}

export interface CountedIssues {
  /** Only kinds that were found, in the order of the table. */
  readonly counts: Readonly<Partial<Record<IssueCode, IssueCount>>>;
  /** Issues. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Issues by kind in the order of the table, URL and source. Can be read once. */
  readonly issues: AsyncIterable<Issue>;
}

/** Collects issues in any order, in bounded memory, and has each once. */
export class IssueSorter {
  readonly #scratch: Scratch;
  readonly #sorter;

  constructor(scratch: Scratch) {
    this.#scratch = scratch;
    this.#sorter = scratch.sorter();
  }

  async add(issues: readonly Issue[]): Promise<void> {
    if (issues.length > 0) await this.#sorter.add(issues.map(lineOf));
  }

  /** Call it once, after the last `add`. */
  async counted(): Promise<CountedIssues> {
    const counts: Partial<Record<IssueCode, { issues: number; urls: number }>> = {};
    const list = this.#scratch.list();
    let last = '';
    let lastUrl = '';
    for await (const line of sortedLines(this.#sorter)) {
      if (line === last) continue;
      last = line;
      const json = line.slice(line.lastIndexOf('\t') + 1);
      const { code, url } = JSON.parse(json) as Issue;
      const count = counts[code] ?? { issues: 0, urls: 0 };
      counts[code] = count;
      count.issues += 1;
      if (lastUrl !== `${code} ${url}`) count.urls += 1;
      lastUrl = `${code} ${url}`;
      await list.add([json]);
    }
    const parsed = async function* () {
      for await (const line of list.lines()) yield JSON.parse(line) as Issue;
    };
    return { counts, severities: severitiesOf(counts), issues: parsed() };
  }
}

const lineOf = (issue: Issue): string =>
  `${orderOf(issue)}\t${asciiJson({ ...issue, detail: issue.detail.slice(0, MOST_DETAIL).toWellFormed() })}`;

const orderOf = ({ code, url, from }: Issue): string =>
  `${String(ISSUE_CODES.indexOf(code)).padStart(3, '0')}\t${asciiJson(url)}\t${asciiJson(from)}`;

function severitiesOf(counts: CountedIssues['counts']): Record<Severity, number> {
  const severities = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const code of ISSUE_CODES) severities[ISSUE_KINDS[code].severity] += counts[code]?.issues ?? 0;
  return severities;
}
