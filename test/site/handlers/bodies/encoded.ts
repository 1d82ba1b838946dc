import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { type Pathology, page } from '#test/site/pathology.ts';

const CODINGS: Readonly<Record<string, (body: Buffer) => [coding: string, bytes: Uint8Array]>> = {
  gzip: (body) => ['gzip', gzipSync(body)],
  'x-gzip': (body) => ['x-gzip', gzipSync(body)],
  upper: (body) => ['GZIP', gzipSync(body)],
  br: (body) => ['br', brotliCompressSync(body)],
  zstd: (body) => ['zstd', zstdCompressSync(body)],
  deflate: (body) => ['deflate', deflateSync(body)],
  'raw-deflate': (body) => ['deflate', deflateRawSync(body)],
  identity: (body) => ['identity', body],
  double: (body) => ['gzip, br', brotliCompressSync(gzipSync(body))],
  unknown: (body) => ['x-own', body],
};

/** `/encoded/<coding>`: the same page in every Content-Encoding; Accept-Encoding does not count. */
export const encoded: Pathology = {
  name: 'encoded',
  about: 'Content codings: gzip, br, zstd, deflate with and without its wrapper, two at once, one that nobody knows.',
  examples: {
    '/encoded/gzip': 'stored',
    '/encoded/x-gzip': null,
    '/encoded/upper': null,
    '/encoded/br': null,
    '/encoded/zstd': null,
    '/encoded/deflate': null,
    '/encoded/raw-deflate': null,
    '/encoded/identity': null,
    '/encoded/double': null,
    '/encoded/unknown': null,
  },
  handle: (exchange) => {
    const kind = exchange.part(1);
    const pack = CODINGS[kind] ?? ((body) => ['identity', body]);
    const [coding, bytes] = pack(Buffer.from(page(`packed with ${kind}`, [], 'words '.repeat(200))));
    exchange.send(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': coding }, bytes);
  },
};
