import type { ReactNode } from 'react';
import type { AuditLine } from '#api/client/schema.ts';
import { ISSUE_KINDS, type IssueCode, type Severity } from '#core/audit/issue-kinds.ts';
import { Link } from '../../../browser/router.tsx';
import type { Tone } from '../../../text/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from '../pages/live-link.tsx';
import { placeOfUrl } from '../pages/page-of-url.tsx';

const TONES: Readonly<Record<Severity, Tone>> = { error: 'bad', warning: 'warn', notice: 'calm' };

type State = NonNullable<AuditLine['state']>;
const STATE_TONES: Readonly<Record<State, Tone>> = { new: 'bad', remaining: 'warn', mended: 'good', unknown: 'calm' };

export function SeverityBadge({ code }: { readonly code: IssueCode }): ReactNode {
  const { severity } = ISSUE_KINDS[code];
  return <Badge tone={TONES[severity]}>{severity}</Badge>;
}

interface IssueTableProps {
  readonly id: string;
  /** The earlier execution; null: nothing is compared. */
  readonly compare: string | null;
  readonly issues: readonly AuditLine[];
}

/** Issues with the pages that cause them. */
export function IssueTable({ id, compare, issues }: IssueTableProps): ReactNode {
  const columns: readonly Column<AuditLine>[] = [
    { head: 'URL', kind: 'wide', cell: ({ url = '' }) => <FaultyUrl id={id} url={url} /> },
    { head: 'Issue', kind: 'wide', cell: ({ code, detail = '' }) => <Fault code={code} detail={detail} /> },
    { head: 'Source', kind: 'wide', cell: (issue) => <Source id={pageOwner(issue, id, compare)} issue={issue} /> },
    ...(compare === null ? [] : [STATE_COLUMN]),
  ];
  return <Table caption="Issues" rows={issues} columns={columns} keyOf={keyOf} className="issues" />;
}

const keyOf = ({ code, url, from, text, detail, state }: AuditLine): string =>
  JSON.stringify([code, url, from, text, detail, state]);

const STATE_COLUMN: Column<AuditLine> = {
  head: 'State',
  cell: ({ state }) => state !== undefined && <Badge tone={STATE_TONES[state]}>{state}</Badge>,
};

/** The execution that has the page: where the state is unknown, the later one may not have it. */
const pageOwner = ({ state }: AuditLine, id: string, compare: string | null): string =>
  state === 'unknown' && compare !== null ? compare : id;

function FaultyUrl({ id, url }: { readonly id: string; readonly url: string }): ReactNode {
  return (
    <>
      <Link to={`executions/${id}/explain?url=${encodeURIComponent(url)}`} className="address">
        <UntrustedText text={url} />
      </Link>
      <div className="fine">
        <LiveLink url={url} />
      </div>
    </>
  );
}

function Fault({ code, detail }: { readonly code: AuditLine['code']; readonly detail: string }): ReactNode {
  if (code === undefined) return null;
  return (
    <>
      <SeverityBadge code={code} /> {ISSUE_KINDS[code].title}
      <div className="fine">
        <UntrustedText text={detail} maxLength={200} /> · <code>{code}</code>
      </div>
    </>
  );
}

interface SourceProps {
  readonly id: string;
  readonly issue: AuditLine;
}

/** The page at fault, as it is archived: the one that names the URL, or the one at the URL. */
function Source({ id, issue: { url = '', from = null, text = null } }: SourceProps): ReactNode {
  if (from === null) return <Link to={placeOfUrl(id, url)}>the page itself</Link>;
  return (
    <>
      <Link to={placeOfUrl(id, from)} className="address">
        <UntrustedText text={from} />
      </Link>
      <div className="fine">
        {text !== null && text !== '' && (
          <>
            “<UntrustedText text={text} maxLength={160} />” ·{' '}
          </>
        )}
        <LiveLink url={from} />
      </div>
    </>
  );
}
