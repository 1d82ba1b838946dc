import { randomBytes } from 'node:crypto';
import * as zlib from 'node:zlib';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { HTML, notFound, pour, reply, times } from '#test/attack/hostile/hostile-server.ts';

const MEBI = 1024 * 1024;
/** `--page-bytes` of all bombs. */
const CAP_MB = 32;
const ZEROS = Buffer.alloc(MEBI);
const TOO_LARGE = 'skipped(too-large)';

interface Bomb extends Pick<Attack, 'id' | 'sends' | 'must'>, Pick<Scene, 'capMb' | 'capTimes' | 'prepare'> {
  readonly quick?: boolean;
  readonly outcome: string;
  readonly serve: NonNullable<Attack['serve']>;
}

/** A separate process, so that its peak of memory is separate. */
const scene = ({ quick = false, outcome, serve, capMb = CAP_MB, capTimes = 2, prepare, ...attack }: Bomb): Scene => ({
  ...(prepare !== undefined && { prepare }),
  name: attack.id,
  quick,
  args: ['--page-bytes', String(CAP_MB * MEBI), '--depth', '0', '--timeout-seconds', '3'],
  capMb,
  capTimes,
  mostSeconds: 60,
  attacks: [
    {
      ...attack,
      serve: (request, socket, servers) =>
        request.path === '/robots.txt' ? notFound(socket) : serve(request, socket, servers),
      expect: () => ({ '/': outcome }),
    },
  ],
});

/** `mebibytes` of zeros through an encoder, as it comes. */
async function zeros(encoder: zlib.Gzip | zlib.BrotliCompress | zlib.ZstdCompress, mebibytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  encoder.on('data', (part: Buffer) => parts.push(part));
  const ended = new Promise((resolve) => encoder.on('end', resolve));
  for (let n = 0; n < mebibytes; n++)
    if (!encoder.write(ZEROS)) await new Promise((resolve) => encoder.once('drain', resolve));
  encoder.end();
  await ended;
  return Buffer.concat(parts);
}

/** A body in this coding, made before the crawl. */
function encoded(coding: string, make: () => Promise<Buffer>): Pick<Bomb, 'serve' | 'prepare'> {
  let bytes: Buffer = Buffer.alloc(0);
  return {
    prepare: async () => {
      bytes = await make();
    },
    serve: (_request, socket) => reply(socket, bytes, [HTML, `Content-Encoding: ${coding}`]),
  };
}

const chunked = `HTTP/1.1 200 OK\r\n${HTML}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const endless = `HTTP/1.1 200 OK\r\n${HTML}\r\n\r\n`;

const CODED: readonly Bomb[] = [
  {
    id: 'gzip-bomb',
    sends: '512 MiB of zeros in 512 KB of gzip',
    must: TOO_LARGE,
    outcome: TOO_LARGE,
    ...encoded('gzip', () => zeros(zlib.createGzip({ level: 9 }), 512)),
  },
  {
    id: 'gzip-nested',
    sends: 'gzip in gzip, 1 : 100,000 and more',
    must: TOO_LARGE,
    quick: true,
    outcome: TOO_LARGE,
    ...encoded('gzip, gzip', async () => zlib.gzipSync(await zeros(zlib.createGzip({ level: 9 }), 256))),
  },
  {
    id: 'gzip-ten-deep',
    sends: 'ten codings on top of each other',
    must: 'failed(decode): three at most',
    outcome: 'failed(decode)',
    ...encoded(Array(10).fill('gzip').join(', '), async () => {
      let body: Buffer = zlib.gzipSync(ZEROS);
      for (let n = 0; n < 9; n++) body = zlib.gzipSync(body);
      return body;
    }),
  },
  {
    id: 'gzip-members',
    sends: 'a gzip body of 200,000 empty members',
    must: 'stored or failed(decode), in no time',
    outcome: 'stored|failed(decode)',
    ...encoded('gzip', async () => Buffer.concat(Array<Buffer>(200_000).fill(zlib.gzipSync('')))),
  },
  {
    id: 'br-bomb',
    sends: '512 MiB of zeros in brotli, 1 : 100,000 and more',
    must: TOO_LARGE,
    outcome: TOO_LARGE,
    ...encoded('br', () =>
      zeros(zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 2 } }), 512),
    ),
  },
  {
    id: 'zstd-bomb',
    sends: '2 GiB of zeros in zstd, 1 : 10,000 and more',
    must: TOO_LARGE,
    outcome: TOO_LARGE,
    ...encoded('zstd', () => zeros(zlib.createZstdCompress(), 2_048)),
  },
  {
    id: 'zstd-window',
    sends: 'a zstd frame that asks for a window of 128 MiB',
    must: 'failed(decode): RFC 9659 allows 8 MiB',
    outcome: 'failed(decode)',
    ...encoded('zstd', () =>
      zeros(
        zlib.createZstdCompress({
          params: { [zlib.constants.ZSTD_c_windowLog]: 27, [zlib.constants.ZSTD_c_compressionLevel]: 1 },
        }),
        200,
      ),
    ),
  },
];

const BODIES: readonly Bomb[] = [
  {
    id: 'endless-body',
    sends: 'a body that never ends, as fast as it is read',
    must: TOO_LARGE,
    quick: true,
    outcome: TOO_LARGE,
    serve: (_request, socket) => {
      socket.write(endless);
      pour(socket, times(ZEROS));
    },
  },
  {
    id: 'byte-chunks',
    sends: 'three million chunks of one byte',
    must: 'stored, in the memory of three megabytes',
    outcome: 'stored',
    serve: (_request, socket) => {
      socket.write(chunked);
      const pieces = times('1\r\nx\r\n'.repeat(10_000), 300);
      let ended = false;
      pour(socket, () => {
        const piece = pieces();
        if (piece !== null || ended) return piece;
        ended = true;
        return '0\r\n\r\n';
      });
    },
  },
  {
    id: 'noise',
    sends: '31 MiB that no compression makes smaller',
    must: 'stored, archived without a copy',
    outcome: 'stored',
    serve: (_request, socket) => reply(socket, randomBytes(31 * MEBI)),
  },
  {
    id: 'length-lie',
    sends: 'Content-Length of 64 GiB',
    must: TOO_LARGE,
    outcome: TOO_LARGE,
    serve: (_request, socket) => socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 68719476736\r\n\r\n`),
  },
  {
    id: 'length-stall',
    sends: 'Content-Length of 31 MiB, then one byte, then nothing',
    must: 'failed(truncated)',
    outcome: 'failed(truncated)',
    serve: (_request, socket) => socket.write(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${31 * MEBI}\r\n\r\nx`),
  },
  {
    id: 'header-fields',
    sends: '100,000 header fields',
    must: 'failed(protocol)',
    outcome: 'failed(protocol)',
    serve: (_request, socket) => socket.write(`HTTP/1.1 200 OK\r\n${'a:\r\n'.repeat(100_000)}\r\nx`),
  },
  {
    id: 'header-size',
    sends: 'one header of 64 MiB',
    must: 'failed(protocol)',
    outcome: 'failed(protocol)',
    serve: (_request, socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      pour(socket, times(Buffer.alloc(MEBI, 'y'), 64));
    },
  },
];

/** HTML of up to 30 MB that is sent whole. It is within the limit, so that nothing is refused. */
const page = (id: string, sends: string, make: () => string): Bomb => ({
  id,
  sends,
  must: 'stored, in linear time and bounded memory',
  outcome: 'stored',
  serve: (_request, socket) => reply(socket, Buffer.from(make(), 'latin1')),
});

const PAGES: readonly Bomb[] = [
  {
    ...page('links-million', 'a page of 1,000,000 links', () => links(1_000_000)),
    must: 'stored; the first 100,000 addresses count, and the task says how many links were not read',
    capTimes: 3,
  },
  page('attribute-giant', 'a link of 30 MB', () => `<a href="/${'x'.repeat(30_000_000)}">x</a>`),
  page('attributes-million', 'an element of 1,000,000 attributes', () => `<a ${attributes(1_000_000)} href=/x>x</a>`),
  page('title-giant', 'a title of 30 MB', () => `<title>${'x '.repeat(15_000_000)}</title>`),
  page('anchor-giant', 'a link whose text is 30 MB', () => `<a href=/x>${'x &amp; '.repeat(3_700_000)}</a>`),
  page('nesting', '1,000,000 elements in each other', () => '<div><svg><math><b>'.repeat(250_000)),
  page('comments', 'comments, scripts and markup that is opened and never closed', () =>
    '<!--<script><![CDATA[<title><a href="'.repeat(500_000),
  ),
  page('script-escapes', 'double-escaped scripts without end', () => '<script><!--<script>'.repeat(1_000_000)),
  page('less-than', 'thirty million less-than signs', () => '<'.repeat(30_000_000)),
  page('entities', 'a link of a million character references', () => `<a href="/${'&amp;'.repeat(1_000_000)}">x</a>`),
  page('srcset', 'an image with a million candidates', () => `<img srcset="${'/x 1x,'.repeat(1_000_000)}">`),
];

const links = (count: number): string => Array.from({ length: count }, (_, n) => `<a href=/page-${n}>x</a>`).join('');
const attributes = (count: number): string => Array.from({ length: count }, (_, n) => `a${n}=1`).join(' ');

/** What memory is measured against: a site of small pages. */
export function harmless(pages: number): Scene {
  const others = Array.from({ length: pages - 1 }, (_, n) => `<a href=/p${n}>x</a>`).join('');
  return scene({
    id: 'harmless',
    sends: 'small pages',
    must: 'stored',
    outcome: 'stored',
    serve: ({ path }, socket) => {
      if (path === '/robots.txt') notFound(socket);
      else reply(socket, `<title>hello</title>${path === '/' ? others : ''}`);
    },
  });
}

export const bombs: readonly Scene[] = [...CODED, ...BODIES, ...PAGES].map(scene);

const HOSTS = 25;
const LARGE = 30 * MEBI;

/** Together they are three times what a worker has for bodies. */
export const manyLarge: Scene = {
  name: 'many large bodies',
  quick: false,
  args: ['--page-bytes', String(64 * MEBI), '--no-warc'],
  capMb: 256,
  mostSeconds: 120,
  attacks: [
    {
      id: 'many-large',
      sends: `${HOSTS} hosts at once, each a body of 30 MiB of which nothing is said before`,
      must: 'they wait for each other; all are stored',
      seeds: ({ port }) => Array.from({ length: HOSTS }, (_, n) => `http://many-large.h${n}.attack.test:${port}/`),
      serve: ({ path }, socket) => {
        if (path === '/robots.txt') return notFound(socket);
        socket.write(chunked);
        let left = LARGE / MEBI;
        pour(socket, () => {
          if (left === 0) socket.write('0\r\n\r\n');
          if (left-- <= 0) return null;
          return Buffer.concat([Buffer.from(`${MEBI.toString(16)}\r\n`), Buffer.alloc(MEBI, 'a'), Buffer.from('\r\n')]);
        });
      },
      expect: ({ port }) =>
        Object.fromEntries(
          Array.from({ length: HOSTS }, (_, n) => [
            `http://many-large.h${n}.attack.test:${port}/`,
            n === 0 ? 'stored' : 'stored|duplicate',
          ]),
        ),
    },
  ],
};
