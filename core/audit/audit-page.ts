import type { IssueLine } from '#core/audit/issue.ts';
import { ISSUE_CODES, ISSUE_KINDS, type IssueCode, SEVERITIES, type Severity } from '#core/audit/issue-kinds.ts';
import { type NotJudged, notJudgedWords } from '#core/audit/not-judged.ts';
import { htmlText } from '#core/model/html-text.ts';

/** Facts in the head of a report. */
export interface AuditPageHead {
  readonly execution: string;
  readonly name: string;
  readonly complete: boolean;
  readonly pages: number;
  readonly severities: Readonly<Record<Severity, number>>;
  readonly counts: Readonly<Partial<Record<IssueCode, { readonly issues: number; readonly urls: number }>>>;
  readonly externalLinks: NotJudged;
  readonly compared?: {
    readonly with: string;
    readonly new: number;
    readonly remaining: number;
    readonly mended: number;
    readonly unknown: number;
  };
}

/** Issues of a kind that a report shows; the CSV file has all. */
const MOST_ROWS = 500;

const STYLE = `
:root{color-scheme:light dark;--line:#8884;--error:#b3261e;--warning:#8a5300;--notice:#355c9a}
@media(prefers-color-scheme:dark){:root{--error:#ff8a80;--warning:#ffb74d;--notice:#9ec1ff}}
body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1.5rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.15rem;margin:2.5rem 0 .25rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{white-space:nowrap}td.n,th.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.error{color:var(--error)}.warning{color:var(--warning)}.notice{color:var(--notice)}
p{margin:.25rem 0 .75rem}.sums{display:flex;gap:2rem;margin:1.25rem 0}.sums b{display:block;font-size:1.8rem}`;

/**
 * A report as one HTML file that loads nothing: no script, no font, no image. Text of
 * the site is escaped; only http(s) addresses are links.
 * @param issues of each kind together, in the order of the table
 */
export async function* auditPage(head: AuditPageHead, issues: AsyncIterable<IssueLine>): AsyncGenerator<string> {
  yield pageHead(head);
  let code: IssueCode | null = null;
  let rows = 0;
  for await (const issue of issues) {
    if (issue.code !== code) {
      if (code !== null) yield sectionEnd(rows);
      code = issue.code;
      rows = 0;
      yield sectionHead(code, issue.state !== undefined);
    }
    rows += 1;
    if (rows <= MOST_ROWS) yield row(issue);
  }
  yield `${code === null ? '<p>Surf found no issue.</p>' : sectionEnd(rows)}</body></html>\n`;
}

function pageHead(head: AuditPageHead): string {
  const { execution, name, complete, pages, severities, counts, externalLinks, compared } = head;
  const notJudged = notJudgedWords(execution, externalLinks);
  const title = `Audit of ${name}`;
  const early = complete ? '' : ' The execution did not read every page: the others are not judged.';
  const left = notJudged === null ? '' : `<p>${htmlText(notJudged)}.</p>`;
  const versus =
    compared === undefined
      ? ''
      : `<p>Against ${htmlText(compared.with)}: ${compared.new} new, ${compared.remaining} remaining, ` +
        `${compared.mended} mended, ${compared.unknown} unknown.</p>`;
  const kinds = ISSUE_CODES.filter((code) => counts[code] !== undefined).map(
    (code) =>
      `<tr><td class="${ISSUE_KINDS[code].severity}">${ISSUE_KINDS[code].severity}</td>` +
      `<td><a href="#${code}">${ISSUE_KINDS[code].title}</a></td>` +
      `<td class="n">${counts[code]?.urls ?? 0}</td><td class="n">${counts[code]?.issues ?? 0}</td></tr>`,
  );
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
    `<title>${htmlText(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${htmlText(title)}</h1><p>Execution ${htmlText(execution)}, ${pages} HTML pages.${early}</p>${left}${versus}`,
    `<div class="sums">${SEVERITIES.map((one) => `<div class="${one}"><b>${severities[one]}</b>${one}s</div>`).join('')}</div>`,
    kinds.length === 0
      ? ''
      : `<table><tr><th>Severity</th><th>Issue</th><th class="n">URLs</th><th class="n">Issues</th></tr>${kinds.join('')}</table>`,
    '',
  ].join('\n');
}

const sectionHead = (code: IssueCode, hasState: boolean): string =>
  `<h2 id="${code}" class="${ISSUE_KINDS[code].severity}">${ISSUE_KINDS[code].title}</h2><p>${ISSUE_KINDS[code].remedy}</p>\n` +
  `<table><tr><th>URL</th><th>Found</th><th>Source</th><th>Text</th>${hasState ? '<th>State</th>' : ''}</tr>\n`;

const sectionEnd = (rows: number): string =>
  `</table>${rows > MOST_ROWS ? `<p>And ${rows - MOST_ROWS} more, which --format csv has.</p>` : ''}\n`;

const row = ({ url, detail, from, text, state }: IssueLine): string =>
  `<tr><td>${link(url)}</td><td>${htmlText(detail)}</td><td>${from === null ? '' : link(from)}</td>` +
  `<td>${htmlText(text ?? '')}</td>${state === undefined ? '' : `<td>${state}</td>`}</tr>\n`;

const link = (url: string): string =>
  /^https?:\/\//.test(url)
    ? `<a href="${htmlText(url)}" rel="noreferrer nofollow">${htmlText(url)}</a>`
    : htmlText(url);
