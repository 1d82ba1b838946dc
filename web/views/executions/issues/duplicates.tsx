import type { ReactNode } from 'react';
import type { DuplicateLine, Execution } from '#api/client/schema.ts';
import { Link, navigate } from '../../../browser/router.tsx';
import { usePolling } from '../../../query/use-polling.ts';
import { type QueryResult, useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount } from '../../../text/format.ts';
import { hasEnded } from '../../../text/labels.ts';
import { Download } from '../../../ui/download.tsx';
import { Select } from '../../../ui/field.tsx';
import { EmptyState, Hint, Loading, NoSuchValue } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from '../pages/live-link.tsx';
import { placeOfUrl } from '../pages/page-of-url.tsx';
import { earlierOptions, useEarlierExecutions } from '../results/earlier-executions.ts';
import { type FirstLines, firstLines, SHOWN_LINES } from '../results/first-lines.ts';
import { issuesPlace } from './issue-filter.ts';
import { NamedGroups } from './named-groups.tsx';

const USUAL = '0.9';
/** Thresholds to choose from; the API takes any between the first and the last. */
const THRESHOLDS = [
  ['1', '100 %: the same words'],
  ['0.95', '95 %'],
  [USUAL, '90 %'],
  ['0.85', '85 %'],
  ['0.8', '80 %'],
  ['0.75', '75 %'],
  ['0.7', '70 %'],
] as const;

const USUAL_BY = 'text';
const BY = [
  [USUAL_BY, 'nearly the same text'],
  ['canonical', 'one canonical address'],
  ['hreflang', 'language versions'],
] as const;

interface Choice {
  /** What pages of a group have in common: the others count by text only. */
  readonly by: string;
  readonly threshold: string;
  /** The earlier execution to compare with; null: none. */
  readonly against: string | null;
}

const queryOf = ({ by, threshold, against }: Choice): string =>
  new URLSearchParams(by === USUAL_BY ? { threshold, ...(against !== null && { against }) } : { by }).toString();

const placeOf = (id: string, choice: Choice): string => `executions/${id}/duplicates?${queryOf(choice)}`;

interface DuplicatesProps {
  readonly execution: Execution;
  readonly query: URLSearchParams;
}

/** Groups of pages by text, with a threshold that the user chooses; or by what the pages name. */
export function Duplicates({ execution, query }: DuplicatesProps): ReactNode {
  const { execution: id } = execution;
  const choice: Choice = {
    by: query.get('by') || USUAL_BY,
    threshold: query.get('threshold') || USUAL,
    against: query.get('against') || null,
  };
  if (!BY.some(([value]) => value === choice.by)) {
    const known = BY.map(([value]) => [value, placeOf(id, { ...choice, by: value })] as const);
    return (
      <Panel title="Groups of pages">
        <NoSuchValue what="grouping" value={choice.by} known={known} />
      </Panel>
    );
  }
  if (!THRESHOLDS.some(([value]) => value === choice.threshold)) {
    const known = THRESHOLDS.map(([value]) => [value, placeOf(id, { ...choice, threshold: value })] as const);
    return (
      <Panel title="Near duplicates">
        <NoSuchValue what="threshold" value={choice.threshold} known={known} />
      </Panel>
    );
  }
  return <Groups execution={execution} choice={choice} />;
}

interface GroupsProps {
  readonly execution: Execution;
  readonly choice: Choice;
}

function Groups({ execution, choice }: GroupsProps): ReactNode {
  const { execution: id, status } = execution;
  const { fetchRaw } = useSession();
  const path = `/v1/executions/${id}/duplicates?${queryOf(choice)}`;
  const result = useQuery(async () => firstLines<DuplicateLine>(await fetchRaw(path)), { key: `${status} ${path}` });
  return (
    <>
      <Choices execution={execution} choice={choice} />
      <Answer execution={execution} choice={choice} path={path} result={result} />
    </>
  );
}

function Choices({ execution, choice }: GroupsProps): ReactNode {
  const { execution: id } = execution;
  const earlier = useEarlierExecutions(execution);
  const executions = earlierOptions(earlier.value ?? [], choice.against);
  const show = (change: Partial<Choice>): void => navigate(placeOf(id, { ...choice, ...change }));
  return (
    <form className="filters" aria-label="Groups of pages" onSubmit={(event) => event.preventDefault()}>
      <Select label="Pages with" options={BY} value={choice.by} onChange={({ target }) => show({ by: target.value })} />
      {choice.by === USUAL_BY && (
        <>
          <Select
            label="Text in common"
            options={THRESHOLDS}
            value={choice.threshold}
            onChange={({ target }) => show({ threshold: target.value })}
          />
          <Select
            label="Only pages that are new since the execution of"
            options={[['', executions.length === 0 ? 'there is no earlier one' : 'none'] as const, ...executions]}
            value={choice.against ?? ''}
            onChange={({ target }) => show({ against: target.value === '' ? null : target.value })}
          />
        </>
      )}
    </form>
  );
}

interface AnswerProps extends GroupsProps {
  readonly path: string;
  readonly result: QueryResult<FirstLines<DuplicateLine>>;
}

function Answer({ execution, choice, path, result }: AnswerProps): ReactNode {
  const { execution: id, status } = execution;
  if (usePolling(result)) {
    return (
      <>
        <Hint>The deployment searches for groups. The result appears here.</Hint>
        <Loading rows={8} />
      </>
    );
  }
  if (!hasEnded(status) && result.problem?.code === 'STATE_CONFLICT') {
    return (
      <Panel title="Groups of pages">
        <EmptyState title="The crawl has not ended.">
          <p>The deployment searches for groups at its end. They appear here then.</p>
        </EmptyState>
      </Panel>
    );
  }
  return (
    <QueryView result={result} rows={8}>
      {(found) =>
        choice.by === USUAL_BY ? (
          <NearGroups id={id} against={choice.against} path={path} found={found} />
        ) : (
          <NamedGroups id={id} path={path} found={found} />
        )
      }
    </QueryView>
  );
}

interface NearGroupsProps {
  readonly id: string;
  readonly against: string | null;
  readonly path: string;
  readonly found: FirstLines<DuplicateLine>;
}

function NearGroups({ id, against, path, found: { summary, lines, cut } }: NearGroupsProps): ReactNode {
  return (
    <>
      <Summary id={id} summary={summary} />
      <Panel
        title={cut ? `The first ${formatCount(SHOWN_LINES)} pages of groups` : 'Groups'}
        flush
        aside={
          <Download url={path} accept="application/jsonl" fileName={`${id}-near-duplicates.jsonl`}>
            JSON lines
          </Download>
        }
      >
        {lines.length === 0 ? (
          <EmptyState title="No two pages have this much text in common." />
        ) : (
          <Table
            caption="Near duplicates"
            rows={lines}
            columns={columnsOf(id, against)}
            keyOf={({ group, url }) => `${group} ${url}`}
          />
        )}
      </Panel>
    </>
  );
}

function Summary({ id, summary }: { readonly id: string; readonly summary: DuplicateLine }): ReactNode {
  const { groups = 0, duplicates = 0, pages = 0, complete, against } = summary;
  return (
    <Panel title="Near duplicates">
      <Figures
        items={[
          ['groups', formatCount(groups)],
          [
            'near duplicates',
            formatCount(duplicates),
            against === undefined ? 'without the first of each group' : null,
          ],
          [against === undefined ? 'pages' : 'new pages', formatCount(pages), 'with words, that were compared'],
        ]}
      />
      {complete === false && (
        <Hint tone="warn">The crawl has more than a million pages. Surf leaves the later ones out.</Hint>
      )}
      <p className="fine">
        <Link to={issuesPlace(id, { kind: 'exact-copy' })}>Exact copies</Link> are not compared. Surf compares the
        archived texts and makes no request.
      </p>
    </Panel>
  );
}

/** A page of the earlier execution is archived there. */
const columnsOf = (id: string, against: string | null): readonly Column<DuplicateLine>[] => [
  { head: 'Group', kind: 'figure', cell: ({ group = 0, of }) => (of === null ? formatCount(group) : '') },
  {
    head: 'Page',
    kind: 'wide',
    cell: ({ url = '', earlier = false }) => (
      <>
        <Link to={placeOfUrl(earlier && against !== null ? against : id, url)} className="address">
          <UntrustedText text={url} />
        </Link>
        <div className="fine">
          {earlier && 'of the earlier execution · '}
          <LiveLink url={url} />
        </div>
      </>
    ),
  },
  {
    head: 'In common',
    kind: 'figure',
    cell: ({ of, similarity = 0 }) => (of === null ? 'first of the group' : `${Math.floor(similarity * 1000) / 10} %`),
  },
];
