import { type Pathology, page } from '#test/site/pathology.ts';

/**
 * `/early-close/length` and `/early-close/chunked`: the connection ends in the middle of the body.
 */
export const earlyClose: Pathology = {
  name: 'early-close',
  about: 'The connection closes before the body is complete: failed(truncated), what came is archived.',
  examples: { '/early-close/length': 'failed(truncated)', '/early-close/chunked': 'failed(truncated)' },
  handle: (exchange) => {
    const body = page('half a page', ['/early-close/never-seen'], 'half '.repeat(100));
    const half = body.slice(0, body.length / 2);
    const chunked = exchange.part(1) === 'chunked';
    const framing = chunked ? 'transfer-encoding: chunked' : `content-length: ${body.length}`;
    const framed = chunked ? `${body.length.toString(16)}\r\n${half}` : half;
    exchange.raw(200).end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n${framing}\r\n\r\n${framed}`);
  },
};
