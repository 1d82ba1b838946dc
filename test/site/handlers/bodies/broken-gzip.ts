import { gzipSync } from 'node:zlib';
import { type Pathology, page } from '#test/site/pathology.ts';

const WHOLE = gzipSync(page('packed', [], 'text '.repeat(500)));

const damaged = (at: number): Uint8Array => WHOLE.map((byte, i) => (i === at ? byte ^ 0xff : byte));

const BODIES: Readonly<Record<string, Uint8Array>> = {
  truncated: WHOLE.subarray(0, WHOLE.length / 2),
  garbage: Buffer.from('this was never gzip'),
  checksum: damaged(WHOLE.length - 6),
  middle: damaged(Math.floor(WHOLE.length / 2)),
  empty: new Uint8Array(0),
  trailing: Buffer.concat([WHOLE, Buffer.from('trailing bytes')]),
  members: Buffer.concat([WHOLE, gzipSync('<p>second member</p>')]),
};

/** `/broken-gzip/<kind>`: bodies that say gzip and are not, or not quite. */
export const brokenGzip: Pathology = {
  name: 'broken-gzip',
  about: 'Damaged gzip is failed(decode); an empty body, bytes behind the end and several members are not damage.',
  examples: {
    '/broken-gzip/truncated': null,
    '/broken-gzip/garbage': 'failed(decode)',
    '/broken-gzip/checksum': 'failed(decode)',
    '/broken-gzip/middle': 'failed(decode)',
    '/broken-gzip/empty': 'stored',
    '/broken-gzip/trailing': 'stored',
    '/broken-gzip/members': 'stored',
  },
  handle: (exchange) => {
    const body = BODIES[exchange.part(1)] ?? WHOLE;
    exchange.send(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, body);
  },
};
