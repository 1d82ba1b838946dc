import type { ReactNode } from 'react';
import type { DuplicateLine } from '#api/client/schema.ts';
import { ISSUE_KINDS } from '#core/audit/issue-kinds.ts';
import { Link } from '../../../browser/router.tsx';
import { formatCount } from '../../../text/format.ts';
import { Download } from '../../../ui/download.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Figures, Panel } from '../../../ui/panel.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { UntrustedText } from '../../../ui/untrusted-text.tsx';
import { LiveLink } from '../pages/live-link.tsx';
import { placeOfUrl } from '../pages/page-of-url.tsx';
import { type FirstLines, SHOWN_LINES } from '../results/first-lines.ts';
import { issuesPlace } from './issue-filter.ts';

interface NamedGroupsProps {
  readonly id: string;
  readonly path: string;
  readonly found: FirstLines<DuplicateLine>;
}

/** Groups of pages that name one canonical address, or each other as language versions. */
export function NamedGroups({ id, path, found: { summary, lines, cut } }: NamedGroupsProps): ReactNode {
  const { by = 'canonical', groups = 0, members = 0, withIssues = 0, pages = 0 } = summary;
  const isCanonical = by === 'canonical';
  const title = isCanonical ? 'Canonical addresses' : 'Language versions';
  return (
    <>
      <Panel title={title}>
        <Figures
          items={[
            ['groups', formatCount(groups)],
            ['addresses in groups', formatCount(groups + members)],
            ['groups with issues', formatCount(withIssues)],
            ['HTML pages', formatCount(pages), 'that were read'],
          ]}
        />
        <p className="fine">
          {isCanonical
            ? 'A group has the address that pages name as their canonical first, then these pages.'
            : 'A group has pages that link each other as language versions, in the page, in a header or in a sitemap.'}{' '}
          <Link to={issuesPlace(id, { kind: isCanonical ? 'canonical-target' : 'hreflang-no-return' })}>Issues</Link>{' '}
          lists each fault and how to fix it.
        </p>
      </Panel>
      <Panel
        title={cut ? `The first ${formatCount(SHOWN_LINES)} addresses of groups` : 'Groups'}
        flush
        aside={
          <Download url={path} accept="application/jsonl" fileName={`${id}-groups-by-${by}.jsonl`}>
            JSON lines
          </Download>
        }
      >
        {lines.length === 0 ? (
          <EmptyState
            title={isCanonical ? 'No page names another one as its canonical.' : 'No page names a language version.'}
          />
        ) : (
          <Table
            caption={title}
            rows={lines}
            columns={isCanonical ? COLUMNS.canonical(id) : COLUMNS.hreflang(id)}
            keyOf={({ group, url }) => `${group} ${url}`}
          />
        )}
      </Panel>
    </>
  );
}

const GROUP: Column<DuplicateLine> = {
  head: 'Group',
  kind: 'figure',
  cell: ({ group = 0, of }) => (of === null ? formatCount(group) : ''),
};

const LANGUAGE: Column<DuplicateLine> = {
  head: 'Language',
  cell: ({ language }) => (language == null ? '–' : <UntrustedText text={language} maxLength={35} />),
};

const pageColumn = (id: string, note: (line: DuplicateLine) => string | null): Column<DuplicateLine> => ({
  head: 'Page',
  kind: 'wide',
  cell: (line) => {
    const { url = '', crawled = true, issues = [] } = line;
    const words = note(line);
    return (
      <>
        {crawled ? (
          <Link to={placeOfUrl(id, url)} className="address">
            <UntrustedText text={url} />
          </Link>
        ) : (
          <span className="address">
            <UntrustedText text={url} />
          </span>
        )}
        <div className="fine">
          {words !== null && `${words} · `}
          {!crawled && 'not crawled · '}
          <LiveLink url={url} />
        </div>
        <Issues issues={issues} />
      </>
    );
  },
});

/** Below the address: a separate column is too narrow for addresses, and not seen on a phone. */
const Issues = ({ issues }: Required<Pick<DuplicateLine, 'issues'>>): ReactNode =>
  issues.map(({ code, detail, from }) => (
    <div key={`${code} ${detail} ${from}`} className="fine">
      <strong>{ISSUE_KINDS[code].title}</strong>:{' '}
      <UntrustedText text={from === null ? detail : `${detail} (named by ${from})`} maxLength={500} />
    </div>
  ));

const COLUMNS = {
  canonical: (id: string) => [GROUP, pageColumn(id, ({ of }) => (of === null ? 'the canonical address' : null))],
  hreflang: (id: string) => [GROUP, LANGUAGE, pageColumn(id, () => null)],
};
