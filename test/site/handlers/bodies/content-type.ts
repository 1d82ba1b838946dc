import type { Pathology } from '#test/site/pathology.ts';

interface Content {
  /** Content-Type; null = none is sent. */
  readonly type: string | null;
  readonly body: string | Uint8Array;
  readonly outcome: string | null;
}

/** A picture of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const htmlOf = (kind: string): string => `<title>typed ${kind}</title><a href="/content-type/html?from=link">link</a>`;

const CONTENTS: Readonly<Record<string, Content>> = {
  html: { type: 'text/html', body: htmlOf('html'), outcome: 'stored' },
  xhtml: { type: 'application/xhtml+xml', body: htmlOf('xhtml'), outcome: 'stored' },
  'html-upper': { type: 'TEXT/HTML;Charset=UTF-8', body: htmlOf('html-upper'), outcome: 'stored' },
  json: { type: 'application/json', body: '{"page": "/content-type/in-json"}', outcome: 'stored' },
  feed: { type: 'application/rss+xml', body: '<rss><channel><title>t</title></channel></rss>', outcome: 'stored' },
  plain: { type: 'text/plain', body: `${htmlOf('plain')}?in-plain-text`, outcome: 'stored' },
  none: { type: null, body: htmlOf('none'), outcome: null },
  empty: { type: '', body: htmlOf('empty'), outcome: null },
  nonsense: { type: 'html', body: htmlOf('nonsense'), outcome: null },
  gif: { type: 'image/gif', body: GIF, outcome: 'skipped(content-type)' },
  binary: { type: 'application/octet-stream', body: new Uint8Array(4_096).fill(7), outcome: 'skipped(content-type)' },
  pdf: { type: 'application/pdf', body: '%PDF-1.4', outcome: 'skipped(content-type)' },
  script: {
    type: 'application/javascript',
    body: 'location = "/content-type/in-script"',
    outcome: 'skipped(content-type)',
  },
  'gif-as-html': { type: 'text/html', body: GIF, outcome: 'stored' },
  nul: {
    type: 'text/html',
    body: `<title>\0nul\0</title>\0<a href="/content-type/html?from=nul">x</a>`,
    outcome: 'stored',
  },
};

/** `/content-type/<kind>`: bodies of many types, true and false. */
export const contentType: Pathology = {
  name: 'content-type',
  about: 'Only types in acceptTypes are pages; of another the body is not read.',
  examples: Object.fromEntries(
    Object.entries(CONTENTS).map(([kind, { outcome }]) => [`/content-type/${kind}`, outcome]),
  ),
  handle: (exchange) => {
    const content = CONTENTS[exchange.part(1)];
    if (content === undefined) exchange.html('<title>no such type</title>', 404);
    else exchange.send(200, content.type === null ? {} : { 'content-type': content.type }, content.body);
  },
};
