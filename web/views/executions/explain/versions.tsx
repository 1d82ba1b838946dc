import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { PageHistory } from '#api/client/schema.ts';
import { Link } from '../../../browser/router.tsx';
import { useQuery } from '../../../query/use-query.ts';
import { formatBytes, formatDateTime } from '../../../text/format.ts';
import { outcomeLabel, REASON_LABELS } from '../../../text/labels.ts';
import { EmptyState, Hint } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { differencePlace } from '../results/difference.tsx';

/** A version, and the execution of the one before it; null for the first one listed. */
type Version = PageHistory['versions'][number] & { readonly since: string | null };

/** Results for a URL in this execution and earlier ones of its workflow. */
export function Versions({ id, url }: { readonly id: string; readonly url: string }): ReactNode {
  const result = useQuery(
    async (client) =>
      answered(await client.GET('/v1/executions/{id}/history', { params: { path: { id }, query: { url } } })),
    { key: `history ${id} ${url}` },
  );
  return (
    <Panel title="Versions" flush>
      <QueryView result={result} rows={3}>
        {({ versions, complete }) =>
          versions.length === 0 ? (
            <EmptyState title="No execution of this workflow has an answer of this URL." />
          ) : (
            <>
              <Table
                caption="Versions"
                rows={withBefore(versions)}
                columns={columnsOf(url)}
                keyOf={({ execution }) => execution}
              />
              {!complete && <Hint>Older versions are not shown.</Hint>}
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

const withBefore = (versions: PageHistory['versions']): readonly Version[] =>
  versions.map((version, i) => ({ ...version, since: versions[i + 1]?.execution ?? null }));

const columnsOf = (url: string): readonly Column<Version>[] => [
  {
    head: 'Requested',
    cell: ({ execution, at }) => (
      <Link to={`executions/${execution}/explain?url=${encodeURIComponent(url)}`}>{formatDateTime(at)}</Link>
    ),
  },
  {
    head: 'Outcome',
    kind: 'text',
    cell: ({ outcome, reason, status }) =>
      `${reason === null ? outcomeLabel(outcome) : (REASON_LABELS[reason] ?? reason)}${status === null ? '' : ` (${status})`}`,
  },
  { head: 'Changed', kind: 'text', cell: (version) => <ChangedParts url={url} version={version} /> },
  {
    head: 'Title',
    kind: 'text',
    minor: true,
    cell: ({ title }) => <UntrustedText text={title ?? ''} maxLength={80} />,
  },
  { head: 'Size', kind: 'figure', minor: true, cell: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)) },
];

function ChangedParts({ url, version }: { readonly url: string; readonly version: Version }): ReactNode {
  const { execution, since, changed } = version;
  const words = <UntrustedText text={changedWords(version)} maxLength={160} />;
  if (since === null || changed === null || !changed.includes('text')) return words;
  return <Link to={differencePlace(execution, { url, since })}>{words}</Link>;
}

function changedWords({ changed, textUnknown, fields }: Version): string {
  if (changed === null) return 'First version';
  if (changed.length === 0) return 'Unchanged';
  const parts = changed.filter((part) => part !== 'fields').map((part) => (part === 'text' ? 'main text' : part));
  return [...parts, ...fields, ...(textUnknown ? ['main text not compared'] : [])].join(', ');
}
