import { ISSUE_STATES, type Issue, type IssueState } from '#core/audit/issue.ts';
import { comparesPages, ISSUE_CODES } from '#core/audit/issue-kinds.ts';
import type { LineSorter, Scratch } from '#core/export/scratch.ts';
import type { Audit, UnjudgedLink } from '#engine/audit/audit-execution.ts';
import { asciiJson } from '#engine/export/job/counted-text.ts';
import { sortedLines } from '#engine/export/job/sorted-lines.ts';

export type StateCounts = Readonly<Record<IssueState, number>>;

export interface ComparedIssues {
  readonly states: StateCounts;
  /** Issues by kind, state, URL and source. Can be read once. */
  readonly issues: AsyncIterable<Issue & { readonly state: IssueState }>;
}

interface Compared {
  readonly before: Audit;
  readonly after: Audit;
  /** The later crawl reached everything: an issue that it does not have is mended. */
  readonly isComplete: boolean;
  readonly scratch: Scratch;
}

/**
 * Lines of one page: that the later crawl read it; what it names and the later audit could not
 * judge; its issues, the earlier ones first.
 */
const [READ, UNJUDGED, ISSUE] = ['0', '1', '2'];
const [BEFORE, AFTER] = ['0', '1'];
/** Instead of an address: the canonical of the page, which the later audit could not judge. */
const CANONICAL = 'canonical';

/**
 * Gives each issue its state. An issue is the same in both audits when kind, URL and source are;
 * its detail may differ. One is mended only if the later crawl reached everything, or read the page
 * that had it and no other page decides on it, and if the later audit knows how the target of its
 * link or canonical answers.
 */
export async function comparedIssues({ before, after, isComplete, scratch }: Compared): Promise<ComparedIssues> {
  const byPage = scratch.sorter();
  for await (const url of after.read.lines()) await byPage.add([`${url}\t${READ}`]);
  await addIssues(byPage, after, AFTER);
  await addIssues(byPage, before, BEFORE);
  for await (const line of after.unjudged.lines()) {
    const { url, from } = JSON.parse(line) as UnjudgedLink;
    await byPage.add([`${asciiJson(from)}\t${UNJUDGED}\t${asciiJson(url)}`]);
  }
  const states = { new: 0, remaining: 0, mended: 0, unknown: 0 };
  const found = scratch.sorter();
  for await (const issue of withStates(byPage, isComplete)) {
    states[issue.state] += 1;
    const order = `${kindOf(issue)}\t${ISSUE_STATES.indexOf(issue.state)}\t${identityOf(issue)}`;
    await found.add([`${order}\t${asciiJson(issue)}`]);
  }
  return { states, issues: parsed(found) };
}

async function addIssues(byPage: LineSorter, { issues }: Audit, side: string): Promise<void> {
  for await (const issue of issues) {
    const page = asciiJson(issue.from ?? issue.url);
    await byPage.add([`${page}\t${ISSUE}\t${identityOf(issue)}\t${side}\t${asciiJson(issue)}`]);
    const isUnknown = side === AFTER && issue.code === 'canonical-unknown';
    if (isUnknown) await byPage.add([`${page}\t${UNJUDGED}\t${CANONICAL}`]);
  }
}

/**
 * Does the later audit know the answer that decides on the issue? An issue with a source depends on
 * how the address that the source names answers.
 * @param unjudged addresses that the page of the issue names, and `CANONICAL`
 */
function isJudged({ code, url, from }: Issue, unjudged: ReadonlySet<string>): boolean {
  if (code === 'canonical-target') return !unjudged.has(CANONICAL);
  return from === null || !unjudged.has(asciiJson(url));
}

const kindOf = ({ code }: Issue): string => String(ISSUE_CODES.indexOf(code)).padStart(3, '0');

const identityOf = (issue: Issue): string => `${kindOf(issue)} ${asciiJson(issue.url)} ${asciiJson(issue.from)}`;

async function* withStates(
  byPage: LineSorter,
  isComplete: boolean,
): AsyncGenerator<Issue & { readonly state: IssueState }> {
  let page = '';
  let wasRead = false;
  const unjudged = new Set<string>();
  /** The earlier issue that passes by, and whether the later audit has it. */
  let earlier: { readonly identity: string; readonly issue: Issue; isThere: boolean } | null = null;
  const ended = (): (Issue & { readonly state: IssueState })[] => {
    if (earlier === null || earlier.isThere) return [];
    const { issue } = earlier;
    const wasReached = isComplete || (wasRead && !comparesPages(issue.code));
    return [{ ...issue, state: wasReached && isJudged(issue, unjudged) ? 'mended' : 'unknown' }];
  };
  for await (const line of sortedLines(byPage)) {
    const [of = '', mark, issueIdentity = '', side, json = ''] = line.split('\t');
    const identity = `${of} ${issueIdentity}`;
    if (earlier !== null && earlier.identity !== identity) {
      yield* ended();
      earlier = null;
    }
    if (of !== page) {
      [page, wasRead] = [of, false];
      unjudged.clear();
    }
    if (mark === READ) wasRead = true;
    else if (mark === UNJUDGED) unjudged.add(issueIdentity);
    else if (side === BEFORE) earlier ??= { identity, issue: JSON.parse(json) as Issue, isThere: false };
    else {
      if (earlier !== null) earlier.isThere = true;
      yield { ...(JSON.parse(json) as Issue), state: earlier === null ? 'new' : 'remaining' };
    }
  }
  yield* ended();
}

async function* parsed(found: LineSorter): AsyncGenerator<Issue & { readonly state: IssueState }> {
  for await (const line of sortedLines(found)) {
    yield JSON.parse(line.slice(line.lastIndexOf('\t') + 1)) as Issue & { readonly state: IssueState };
  }
}
