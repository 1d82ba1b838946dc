import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { Download as File } from '#api/client/schema.ts';
import { Download } from '../download.tsx';
import { usePaged } from '../paged.ts';
import { bytes } from '../quantity.ts';
import { Empty } from '../ui/notice.tsx';
import { Panel } from '../ui/panel.tsx';
import { Resource } from '../ui/resource.tsx';
import { type Column, Pager, Table } from '../ui/table.tsx';
import { VerificationPanel } from './verification-panel.tsx';

const ROWS = 50;
const WORDS: Readonly<Record<string, string>> = {
  warc: 'Archive (WARC)',
  records: 'Records (JSON lines)',
  links: 'Links (JSON lines)',
};

const COLUMNS: readonly Column<File>[] = [
  { head: 'File', kind: 'wide', cell: ({ name }) => <span className="address breakable">{name}</span> },
  { head: 'What', cell: ({ format }) => WORDS[format] ?? format },
  { head: 'Size', kind: 'figure', cell: (file) => bytes(file.bytes) },
  { head: 'SHA-256', minor: true, cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}…</code> },
  {
    head: 'Download',
    cell: ({ url, name }) => (
      <Download url={url} fileName={name} kind="quiet">
        <span className="only-read">{name}</span>
      </Download>
    ),
  },
];

/** What the crawl wrote, to take away. */
export function Files({ id }: { readonly id: string }): ReactNode {
  const list = usePaged(async (client, next) => {
    const params = { path: { id }, query: { limit: ROWS, ...(next !== undefined && { next }) } };
    return answered(await client.GET('/v1/executions/{id}/downloads', { params }));
  }, `files ${id}`);
  return (
    <>
      <Panel title="Files" flush>
        <Resource answer={list} rows={6}>
          {(page) => {
            const { items, whole = [] } = page as {
              items: readonly File[];
              whole?: readonly { format: string; url: string }[];
            };
            return (
              <>
                {whole.length > 0 && items.length > 0 && (
                  <div className="row">
                    {whole.map(({ format, url }) => (
                      <Download key={format} url={url} fileName={`${id}.${url.split('/all.').at(-1) ?? format}`}>
                        {WORDS[format] ?? format}
                      </Download>
                    ))}
                  </div>
                )}
                {items.length === 0 ? (
                  <Empty title="Nothing is written yet." />
                ) : (
                  <Table caption="Files" rows={items} columns={COLUMNS} keyOf={({ name }) => name} />
                )}
              </>
            );
          }}
        </Resource>
      </Panel>
      <Pager what="files" {...list} />
      <VerificationPanel id={id} />
    </>
  );
}
