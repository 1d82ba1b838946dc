import type { ReactNode } from 'react';
import type { DiffLine, Execution, ExecutionItem } from '#api/client/schema.ts';
import { Link, navigate } from '../../../browser/router.tsx';
import { usePolling } from '../../../query/use-polling.ts';
import { useQuery } from '../../../query/use-query.ts';
import { useSession } from '../../../session/session.tsx';
import { formatCount } from '../../../text/format.ts';
import { REASON_LABELS, type Tone } from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Download } from '../../../ui/download.tsx';
import { Checkbox, Select } from '../../../ui/field.tsx';
import { EmptyState, Hint, Loading } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { firstChanges, isNotReached, SHOWN_CHANGES } from './change-lines.ts';
import { differencePlace } from './difference.tsx';
import { earlierOptions, useEarlierExecutions } from './earlier-executions.ts';

const KINDS = ['added', 'removed', 'moved', 'changed', 'unknown', 'redirect', 'status'] as const;
type Kind = (typeof KINDS)[number];

const TONES: Readonly<Record<Kind, Tone>> = {
  added: 'good',
  removed: 'bad',
  moved: 'busy',
  changed: 'warn',
  unknown: 'calm',
  redirect: 'calm',
  status: 'calm',
};

interface ChangesProps {
  readonly execution: Execution;
  /** The earlier execution; null for the base, or else the previous one of the same name. */
  readonly since: string | null;
  /** True if links of pages are compared, too. */
  readonly links: boolean;
}

/** Changes since an earlier execution. */
export function Changes({ execution, since, links }: ChangesProps): ReactNode {
  const { execution: id, name, base } = execution;
  const earlier = useEarlierExecutions(execution);
  return (
    <QueryView result={earlier} rows={8}>
      {(items) => {
        const chosen = since ?? base ?? items[0]?.execution ?? null;
        if (chosen === null)
          return (
            <Panel title="Changes">
              <EmptyState title="There is no earlier execution to compare with.">
                <p>
                  Crawl <UntrustedText text={name} maxLength={80} /> again later, then look here.
                </p>
              </EmptyState>
            </Panel>
          );
        return (
          <>
            <Earlier id={id} chosen={chosen} items={items} links={links} />
            <Compared key={chosen} id={id} since={chosen} links={links} />
          </>
        );
      }}
    </QueryView>
  );
}

interface EarlierProps {
  readonly id: string;
  readonly chosen: string;
  readonly items: readonly ExecutionItem[];
  readonly links: boolean;
}

function Earlier({ id, chosen, items, links }: EarlierProps): ReactNode {
  const compare = (since: string, withLinks: boolean): void =>
    navigate(`executions/${id}/changes?since=${since}${withLinks ? '&links=true' : ''}`);
  return (
    <form className="filters" aria-label="Compare with">
      <Select
        label="Compare with the execution of"
        options={earlierOptions(items, chosen)}
        value={chosen}
        onChange={(event) => compare(event.target.value, links)}
      />
      <Checkbox label="Compare links, too" checked={links} onChange={(isOn) => compare(chosen, isOn)} />
    </form>
  );
}

interface ComparedProps {
  readonly id: string;
  readonly since: string;
  /** @default false */
  readonly links?: boolean;
}

/** The changes between two executions. */
export function Compared({ id, since, links = false }: ComparedProps): ReactNode {
  const { fetchRaw } = useSession();
  const url = `/v1/executions/${id}/changes?since=${encodeURIComponent(since)}${links ? '&links=true' : ''}`;
  const result = useQuery(async () => firstChanges(await fetchRaw(url)), { key: url });
  if (usePolling(result)) {
    return (
      <>
        <Hint>The deployment compares the two executions. The result appears here.</Hint>
        <Loading rows={8} />
      </>
    );
  }
  return (
    <QueryView result={result} rows={8}>
      {({ summary, changes, cut }) => (
        <>
          <Panel title="What changed">
            <Figures
              items={[...KINDS, 'unchanged' as const].map((kind) => [kind, formatCount(summary.counts?.[kind] ?? 0)])}
            />
            {(summary.counts?.byBytes ?? 0) > 0 && (
              <Hint>
                {formatCount(summary.counts?.byBytes ?? 0)} of the changed pages are compared by bytes: their main text
                is not known.
              </Hint>
            )}
            {links && (
              <Hint>
                Changed pages have {formatCount(summary.counts?.linksAdded ?? 0)} more links and{' '}
                {formatCount(summary.counts?.linksRemoved ?? 0)} fewer.
              </Hint>
            )}
            {(summary.counts?.unread ?? 0) > 0 && (
              <Hint>
                The server did not read {formatCount(summary.counts?.unread ?? 0)} of the pages: of those that a tick
                kept, no fields are named.
              </Hint>
            )}
            {changes.some(isNotReached) && (
              <Hint tone="warn">
                This execution did not reach everything: pages without a result are unknown, not removed.
              </Hint>
            )}
          </Panel>
          <Panel
            title={cut ? `The first ${formatCount(SHOWN_CHANGES)} pages` : 'Pages'}
            flush
            aside={
              <Download url={url} accept="application/jsonl" fileName={`${since}-${id}.jsonl`}>
                JSON lines
              </Download>
            }
          >
            {changes.length === 0 ? (
              <EmptyState title="No page differs." />
            ) : (
              <Table caption="Changes" rows={changes} columns={columnsOf(id, since)} keyOf={({ url }) => url ?? ''} />
            )}
          </Panel>
        </>
      )}
    </QueryView>
  );
}

const columnsOf = (id: string, since: string): readonly Column<DiffLine>[] => [
  { head: 'Page', kind: 'wide', cell: (change) => <ChangedPage id={id} change={change} /> },
  {
    head: 'Change',
    cell: ({ kind }) => (kind === undefined ? null : <Badge tone={TONES[kind]}>{kind}</Badge>),
  },
  { head: 'What', kind: 'text', cell: (change) => <What id={id} since={since} change={change} /> },
];

function ChangedPage({
  id,
  change: { url = '', title = null },
}: {
  readonly id: string;
  readonly change: DiffLine;
}): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`} className="address">
        <UntrustedText text={url} />
      </Link>
      {title !== null && title !== '' && (
        <div className="fine">
          <UntrustedText text={title} maxLength={160} />
        </div>
      )}
    </>
  );
}

const REMOVED: Readonly<Record<string, string>> = {
  gone: 'The server says that it is gone',
  redirected: 'It redirects',
  duplicate: 'It is a copy of another page',
  unlinked: 'No link leads to it',
};

/** Target of a redirect that a tick kept. */
const OTHER = 'another address';

function partWords(part: string, links: DiffLine['links']): string {
  if (part === 'text') return 'main text';
  return part === 'links' && links !== undefined ? `links: ${links.added} more, ${links.removed} fewer` : part;
}

interface WhatProps {
  readonly id: string;
  readonly since: string;
  readonly change: DiffLine;
}

function What({ id, since, change }: WhatProps): ReactNode {
  const { url = '', kind, reason, status, statusBefore, from, to, toBefore, what, fields, links, was } = change;
  if (kind === 'moved') return <UntrustedText text={`from ${from ?? ''}`} />;
  if (kind === 'redirect') return <UntrustedText text={`now ${to ?? OTHER}, before ${toBefore ?? OTHER}`} />;
  if (kind === 'status') return `now HTTP ${status}, before ${statusBefore}`;
  if (kind === 'changed') {
    const parts = (what ?? []).filter((part) => part !== 'fields').map((part) => partWords(part, links));
    const words = <UntrustedText text={[...parts, ...(fields ?? [])].join(', ')} />;
    return what?.includes('text') ? <Link to={differencePlace(id, { url, since })}>{words}</Link> : words;
  }
  if (kind === 'removed') {
    const words = `${REMOVED[reason ?? ''] ?? reason ?? ''}${status ? ` (${status})` : ''}`;
    return to ? <UntrustedText text={`${words} to ${to}`} /> : words;
  }
  if (kind === 'unknown') {
    const words = isNotReached(change) ? 'Not reached' : (REASON_LABELS[reason ?? ''] ?? reason);
    return status ? `${words} (${status})` : words;
  }
  return was === null || was === undefined ? 'New' : `Was no page: ${REASON_LABELS[was] ?? was}`;
}
