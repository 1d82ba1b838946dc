import type { ReactNode } from 'react';
import type { Preview } from '#api/client/schema.ts';
import { formatBytes, formatCount, formatDuration } from '../../text/format.ts';
import { REASON_LABELS } from '../../text/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { EmptyState, Hint } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { Value } from '../executions/results/records.tsx';

/** The outcome of a preview, and the extracted values. */
export function PreviewVerdict({ preview }: { readonly preview: Preview }): ReactNode {
  return (
    <>
      <Verdict preview={preview} />
      {(preview.record !== null || preview.recordErrors.length > 0) && (
        <>
          <h3>Values</h3>
          <Taken preview={preview} />
        </>
      )}
    </>
  );
}

/** The links of the page: followed or not, and why. */
export function PreviewLinks({ preview: { page, links } }: { readonly preview: Preview }): ReactNode {
  if (page === null) return null;
  return (
    <Panel title="Links" flush aside={<span className="fine">{formatCount(links.total)} in all</span>}>
      <Links items={links.items} />
    </Panel>
  );
}

const TONES = { page: 'good', skipped: 'warn', failed: 'bad' } as const;

function Verdict({
  preview: { outcome, redirects, robots, answer, page, url, secretsNotSent },
}: {
  readonly preview: Preview;
}): ReactNode {
  return (
    <>
      <p className="row">
        <Badge tone={TONES[outcome.type]}>{outcome.type}</Badge>
        <span className="breakable">
          {outcome.reason === null
            ? 'A crawl would store it.'
            : `${outcome.reason}: ${REASON_LABELS[outcome.reason] ?? ''}. `}
          {outcome.message !== null && <UntrustedText text={outcome.message} />}
        </span>
      </p>
      <dl className="facts">
        <dt>URL</dt>
        <dd className="address">
          <UntrustedText text={url} />
        </dd>
        {redirects.map((hop) => (
          <Fact key={hop.url} name={`Moved (${hop.status})`} text={hop.url} />
        ))}
        {page?.title != null && <Fact name="Title" text={page.title} />}
        {answer !== null && (
          <>
            <dt>Response</dt>
            <dd>
              {answer.status} in {answer.ms < 1_000 ? `${Math.round(answer.ms)} ms` : formatDuration(answer.ms / 1_000)}
              {answer.address !== null && ` from ${answer.address}`}
              {page !== null && `, ${formatBytes(page.bytes)}, ${page.charset}`}
            </dd>
          </>
        )}
        {secretsNotSent.length > 0 && (
          <>
            <dt>Not sent</dt>
            <dd>
              <UntrustedText text={secretsNotSent.join(', ')} />: a preview sends no secret header
            </dd>
          </>
        )}
        {robots !== null && (
          <>
            <dt>robots.txt</dt>
            <dd>
              {robots.allowed ? 'allows it' : 'forbids it'}
              {robots.line !== null && `, line ${robots.line}`}
              {robots.pattern !== null && (
                <>
                  : <UntrustedText text={robots.pattern} />
                </>
              )}
            </dd>
          </>
        )}
        {page?.canonical != null && <Fact name="Canonical" text={page.canonical} />}
      </dl>
    </>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <UntrustedText text={text} />
      </dd>
    </>
  );
}

function Taken({ preview: { record, recordErrors } }: { readonly preview: Preview }): ReactNode {
  return (
    <>
      <dl className="facts">
        {Object.entries(record ?? {}).map(([name, value]) => (
          <div key={name} className="header-line">
            <dt>
              <UntrustedText text={name} maxLength={100} />
            </dt>
            <dd>
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {recordErrors.map(({ field, code, message }) => (
        <Hint key={`${field} ${code}`} tone="warn">
          <p>
            {field} <code>{code}</code> <UntrustedText text={message} />
          </p>
        </Hint>
      ))}
    </>
  );
}

type PreviewLink = Preview['links']['items'][number];
type Row = PreviewLink & { readonly place: number };

const COLUMNS: readonly Column<Row>[] = [
  {
    head: 'Link',
    kind: 'wide',
    cell: ({ to, text }) => (
      <>
        <div className="address">
          <UntrustedText text={to} />
        </div>
        {text !== null && text !== '' && (
          <div className="fine">
            <UntrustedText text={text} maxLength={120} />
          </div>
        )}
      </>
    ),
  },
  { head: 'Kind', minor: true, cell: ({ kind }) => kind },
  {
    head: 'Followed',
    kind: 'text',
    cell: ({ followed, reason, rule, score }) => (
      <>
        <Badge tone={followed ? 'good' : 'warn'}>{followed ? 'yes' : 'no'}</Badge>
        {reason !== null && (
          <div>
            {reason}: <span className="fine">{REASON_LABELS[reason]}</span>
          </div>
        )}
        {rule !== null && (
          <div className="fine">
            <UntrustedText text={rule} maxLength={120} />
          </div>
        )}
        {score !== null && <div className="fine">score {score.toFixed(2)}</div>}
      </>
    ),
  },
];

function Links({ items }: { readonly items: readonly PreviewLink[] }): ReactNode {
  if (items.length === 0) return <EmptyState title="The page has no links." />;
  return (
    <Table
      caption="Links"
      rows={items.map((link, place) => ({ ...link, place }))}
      columns={COLUMNS}
      keyOf={({ place }) => String(place)}
    />
  );
}
