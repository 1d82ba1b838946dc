import type { ReactNode } from 'react';
import { answered } from '#api/client/client.ts';
import type { ExportItem, Download as File } from '#api/client/schema.ts';
import { usePagedQuery } from '../../../query/use-paged-query.ts';
import { useQuery } from '../../../query/use-query.ts';
import { formatBytes } from '../../../text/format.ts';
import { Download } from '../../../ui/download.tsx';
import { EmptyState } from '../../../ui/notice.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Pager, Table } from '../../../ui/table.tsx';
import { VerificationPanel } from './verification-panel.tsx';

const WORDS: Readonly<Record<string, string>> = { warc: 'Archive', records: 'Values', links: 'Links' };

/** One file with all results of an execution. */
interface Export {
  readonly name: string;
  readonly about: string;
  readonly url: string;
  readonly fileName: string;
}

const COLUMNS: readonly Column<File>[] = [
  { head: 'File', kind: 'wide', cell: ({ name }) => <span className="address breakable">{name}</span> },
  { head: 'What', minor: true, cell: ({ format }) => WORDS[format] ?? format },
  { head: 'Size', kind: 'figure', cell: (file) => formatBytes(file.bytes) },
  { head: 'SHA-256', minor: true, cell: ({ sha256 }) => <code title={sha256}>{sha256.slice(0, 12)}…</code> },
  {
    head: 'Download',
    kind: 'action',
    cell: ({ url, name }) => (
      <Download url={url} fileName={name} kind="quiet">
        <span className="only-read">{name}</span>
      </Download>
    ),
  },
];

/** Downloads: everything in one file, or file by file. */
export function Files({ id }: { readonly id: string }): ReactNode {
  const list = usePagedQuery(async (client, query) => {
    const params = { path: { id }, query };
    return answered(await client.GET('/v1/executions/{id}/downloads', { params }));
  }, `files ${id}`);
  return (
    <>
      <QueryView result={list} rows={6}>
        {(page) =>
          page.items.length === 0 && list.back === null ? (
            <Panel title="Downloads">
              <EmptyState title="No files yet." />
            </Panel>
          ) : (
            <>
              <Exports id={id} />
              <Panel title="File by file" flush>
                <Table caption="Files" rows={page.items} columns={COLUMNS} keyOf={({ name }) => name} />
              </Panel>
            </>
          )
        }
      </QueryView>
      <Pager what="files" {...list} />
      <VerificationPanel id={id} />
    </>
  );
}

function Exports({ id }: { readonly id: string }): ReactNode {
  const list = useQuery(
    async (client) => answered(await client.GET('/v1/executions/{id}/exports', { params: { path: { id } } })),
    { key: `exports ${id}` },
  );
  return (
    <Panel title="Everything in one file">
      <QueryView result={list} rows={10}>
        {({ items }) => <ExportList exports={items.flatMap(formsOf)} />}
      </QueryView>
      <p className="fine">
        On the command line: <code>surf export {id} --format FORMAT --out PATH</code>
      </p>
    </Panel>
  );
}

function ExportList({ exports }: { readonly exports: readonly Export[] }): ReactNode {
  return (
    <ul className="exports">
      {exports.map(({ name, about, ...file }) => (
        <li key={name}>
          <Download {...file}>{name}</Download>
          <span className="fine">{about}</span>
        </li>
      ))}
    </ul>
  );
}

/** Markdown of all that the pages show, beside that of their main text. */
const wholePages = ({ name, url, fileName }: Export): Export => ({
  name: `${name} of whole pages`,
  about: 'All that each page shows, with its menus, in one file.',
  url: `${url}?mode=full`,
  fileName: fileName.replace(/(?=\..*$)/, '-full'),
});

/** A format's file, and its folder as a ZIP. */
function formsOf({ format, title, about, url, zipUrl, fileName }: ExportItem): Export[] {
  const file = { name: title, about, url, fileName };
  if (format === 'csv' || format === 'jsonl' || format === 'parquet') {
    const texts = { name: `${title} with their text`, about: 'URL, title, language, number of words, and Markdown.' };
    const ranks = { name: `${title} with their importance`, about: 'URL, title, in-links, depth and PageRank.' };
    return [
      file,
      { ...file, ...texts, url: `${url}?columns=url,title,language,wordCount,markdown` },
      { ...file, ...ranks, url: `${url}?columns=url,title,inLinks,depth,pageRank` },
    ];
  }
  if (zipUrl === null) return [file];
  const zipName = fileName.replace(/\..*$/, '.zip');
  const zip = { name: `${title}, folder`, about: 'A folder of files with their list, in a ZIP.' };
  const forms = [file, { ...zip, url: zipUrl, fileName: zipName }];
  return format === 'markdown' ? [...forms, wholePages(file)] : forms;
}
