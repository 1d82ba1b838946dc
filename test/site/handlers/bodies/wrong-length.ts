import { type Pathology, page } from '#test/site/pathology.ts';

const BODY = page('wrong length');

/** What the head claims about the body, and the body. */
const HEADS: Readonly<Record<string, string>> = {
  'too-short': `content-length: ${BODY.length - 20}`,
  twice: `content-length: ${BODY.length}\r\ncontent-length: ${BODY.length + 1}`,
  negative: 'content-length: -1',
  words: 'content-length: many',
  both: `content-length: ${BODY.length}\r\ntransfer-encoding: chunked`,
  none: 'connection: close',
};

/**
 * `/wrong-length/<kind>`: Content-Length that does not fit the body; `none` ends the body by
 * closing, which is allowed.
 */
export const wrongLength: Pathology = {
  name: 'wrong-length',
  about: 'Content-Length that lies: too short, doubled, negative, not a number, beside chunked.',
  examples: {
    '/wrong-length/too-short': null,
    '/wrong-length/twice': 'failed(protocol)',
    '/wrong-length/negative': 'failed(protocol)',
    '/wrong-length/words': 'failed(protocol)',
    '/wrong-length/both': null,
    '/wrong-length/none': 'stored',
  },
  handle: (exchange) => {
    const head = HEADS[exchange.part(1)] ?? 'connection: close';
    exchange.raw(200).end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${head}\r\n\r\n${BODY}`);
  },
};
