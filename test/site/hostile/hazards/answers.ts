import * as zlib from 'node:zlib';
import { after, answer, atFirst, HTML, raw, send } from '#test/site/hostile/answer.ts';
import type { Hazard, Place } from '#test/site/hostile/place.ts';

/** Tries of a page in all, as the workflow says. */
export const ATTEMPTS = 3;
const ALL = [ATTEMPTS, ATTEMPTS] as const;
const CHUNKED = `HTTP/1.1 200 OK\r\n${HTML}\r\nTransfer-Encoding: chunked\r\n\r\n`;

const chunk = (text: string, extension = ''): string =>
  `${Buffer.byteLength(text).toString(16)}${extension}\r\n${Buffer.from(text).toString('latin1')}\r\n`;

/** A page with a link to a leaf. */
const linking = (p: Place, path: string): string => `${p.text(path)}<a href="${p.leaf()}">x</a>`;

/** A page of which these bytes are sent. */
const sent = (p: Place, bytes: (body: string) => string | Uint8Array, end = false): string => {
  const path = p.path();
  return p.serve(path, raw(bytes(linking(p, path)), end), 'stored');
};

/** A page under a Content-Encoding. */
const coded = (p: Place, coding: string, encode: (body: Buffer) => Uint8Array): string => {
  const path = p.path();
  const body = encode(Buffer.from(linking(p, path)));
  return p.serve(path, answer({ headers: [HTML, `Content-Encoding: ${coding}`], body }), 'stored');
};

const status = (p: Place, line: string, outcome: string, asked?: readonly [number, number]): string =>
  p.serve(p.path(), answer({ status: line, body: `<a href="${p.never()}">x</a>` }), outcome, asked);

/** Statuses, types, codings and framing. */
export const answers: Readonly<Record<string, Hazard>> = {
  refusals: (p) =>
    [
      '400 Bad',
      '401 Who',
      '402 Pay',
      '403 No',
      '404 Not Found',
      '405 Method',
      '406 Not Acceptable',
      '410 Gone',
      '418 Teapot',
      '451 Legal',
    ].map((line) => status(p, line, 'failed(http-4xx)')),
  'server errors': (p) =>
    ['500 Oh', '502 Bad Gateway', '599 Odd', '999 Denied'].map((line) => status(p, line, 'failed(http-5xx)', ALL)),
  'other successes': (p) => [
    p.page(`<a href="${p.leaf()}">x</a>`, { status: '201 Created' }),
    p.page(`<a href="${p.leaf()}">x</a>`, { status: '203 Non-Authoritative' }),
    p.page(`<a href="${p.leaf()}">x</a>`, { status: '206 Partial', headers: [HTML, 'Content-Range: bytes 0-9/10'] }),
    p.page(`<a href="${p.leaf()}">x</a>`, { status: '226 IM Used' }),
  ],
  'busy at first': (p) => {
    const path = p.path();
    p.web.pauses.add(p.host + path);
    const busy = answer({ status: '503 Busy', headers: [HTML, 'Retry-After: 1'] });
    return p.serve(path, atFirst(1, busy, answer({ body: p.text(path) })), 'stored', [2, 2]);
  },
  'too many at first': (p) => {
    const path = p.path();
    p.web.pauses.add(p.host + path);
    const page = answer({ body: p.text(path) });
    return p.serve(
      path,
      atFirst(
        1,
        (_, socket) => {
          const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1_000).toUTCString();
          send(socket, { status: '429 Too Many', headers: [HTML, `Retry-After: ${date}`] });
        },
        page,
      ),
      'stored',
      [2, 2],
    );
  },
  'timeout at first': (p) => {
    const path = p.path();
    return p.serve(
      path,
      atFirst(
        1,
        answer({ status: '408 Timeout', headers: [HTML, 'Connection: close'] }),
        answer({ body: p.text(path) }),
      ),
      'stored',
      [2, 2],
    );
  },
  'broken at first': (p) => {
    const path = p.path();
    const page = answer({ body: p.text(path) });
    return p.serve(
      path,
      atFirst(1, (_, socket) => void socket.destroy(), page),
      'stored',
      [2, 2],
    );
  },
  'error at first': (p) => {
    const path = p.path();
    return p.serve(path, atFirst(2, answer({ status: '500 Oh' }), answer({ body: p.text(path) })), 'stored', [3, 3]);
  },
  types: (p) => {
    const as = (type: string, outcome: string, path = p.path()): string =>
      p.serve(
        path,
        answer({ headers: [`Content-Type: ${type}`], body: `${p.text(path)}<a href="${p.never()}">x</a>` }),
        outcome,
      );
    return [
      as('image/png', 'skipped(content-type)', p.path('.html')),
      as('application/pdf', 'skipped(content-type)'),
      as('application/octet-stream', 'skipped(content-type)'),
      as('text/css', 'skipped(content-type)'),
      as('text/plain', 'stored', p.path('.html')),
      as('application/json', 'stored'),
      as('application/rss+xml', 'stored'),
    ];
  },
  'HTML by other names': (p) => {
    const as = (headers: readonly string[], path = p.path()): string =>
      p.page(`<a href="${p.leaf()}">x</a>`, { headers, path });
    return [
      as(['content-type:   TEXT/HTML ;Charset="UTF-8" '], p.path('.pdf')),
      as(['Content-Type: application/xhtml+xml']),
      as([]),
      as([HTML, 'Content-Disposition: attachment; filename=x.exe'], p.path('.exe')),
      as([HTML, 'X-Content-Type-Options: nosniff', 'Content-Security-Policy: default-src none']),
    ];
  },
  codings: (p) => [
    coded(p, 'gzip', (body) => zlib.gzipSync(body)),
    coded(p, 'x-gzip', (body) => zlib.gzipSync(body)),
    coded(p, 'GZIP', (body) => zlib.gzipSync(body, { level: 0 })),
    coded(p, 'br', (body) => zlib.brotliCompressSync(body)),
    coded(p, 'zstd', (body) => zlib.zstdCompressSync(body)),
    coded(p, 'deflate', (body) => zlib.deflateSync(body)),
    coded(p, 'deflate', (body) => zlib.deflateRawSync(body)),
    coded(p, 'gzip, br', (body) => zlib.brotliCompressSync(zlib.gzipSync(body))),
    coded(p, 'identity', (body) => body),
    coded(p, 'utf-8', (body) => body),
    coded(p, 'gzip', (body) => Buffer.concat([zlib.gzipSync(body.subarray(0, 20)), zlib.gzipSync(body.subarray(20))])),
    coded(p, 'gzip', (body) => Buffer.concat([zlib.gzipSync(body), Buffer.from('garbage')])),
    coded(p, 'zstd', (body) =>
      Buffer.concat([zlib.zstdCompressSync(body.subarray(0, 20)), zlib.zstdCompressSync(body.subarray(20))]),
    ),
  ],
  'damaged codings': (p) => {
    const damaged = (coding: string, body: Uint8Array): string =>
      p.serve(p.path(), answer({ headers: [HTML, `Content-Encoding: ${coding}`], body }), 'failed(decode)');
    const page = Buffer.from(`<a href="${p.never()}">x</a>`.repeat(50));
    return [
      damaged('gzip', page),
      damaged('gzip', zlib.gzipSync(page).subarray(0, 40)),
      damaged('br', page),
      damaged('zstd', page),
    ];
  },
  framing: (p) => [
    sent(
      p,
      (body) =>
        CHUNKED +
        chunk(body.slice(0, 7)) +
        chunk(body.slice(7), ';name="value"') +
        '0\r\nX-Trailer: a\r\nETag: "x"\r\n\r\n',
    ),
    sent(
      p,
      (body) => `${CHUNKED.replace('chunked', 'CHUNKED') + [...body].map((one) => chunk(one)).join('')}0\r\n\r\n`,
    ),
    sent(p, (body) => `HTTP/1.1 200 OK\r\n${HTML}\r\nConnection: close\r\n\r\n${body}`, true),
    sent(p, (body) => `HTTP/1.0 200 OK\r\n${HTML}\r\n\r\n${body}`, true),
    sent(
      p,
      (body) =>
        `HTTP/1.1 103 Early Hints\r\nLink: <${p.never()}>; rel=preload\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ),
    sent(
      p,
      (body) =>
        `HTTP/1.1 200\r\ncontent-TYPE:text/html\r\nContent-Length:${Buffer.byteLength(body)}\r\nX-Empty:\r\n\r\n${body}`,
    ),
    sent(
      p,
      (body) =>
        `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      true,
    ),
    sent(p, (body) => `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`, true),
    sent(
      p,
      (body) =>
        `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nKeep-Alive: timeout=0\r\n\r\n${body}`,
    ),
  ],
  'bad framing': (p) => [
    p.serve(
      p.path(),
      raw(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 5000\r\n\r\nshort`, true),
      'failed(truncated)',
      ALL,
    ),
    p.serve(p.path(), raw(`${CHUNKED}ff\r\nshort`, true), 'failed(truncated)', ALL),
    p.serve(p.path(), raw('SSH-2.0-OpenSSH_9.6\r\n', true), 'failed(protocol)'),
    p.serve(
      p.path(),
      raw(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`, true),
      'failed(protocol)',
    ),
  ],
  'large headers': (p) => [
    p.page(`<a href="${p.leaf()}">x</a>`, { headers: [HTML, `X-Large: ${'y'.repeat(30_000)}`] }),
    p.page(`<a href="${p.leaf()}">x</a>`, {
      headers: [HTML, ...Array.from({ length: 200 }, (_, n) => `X-${n}: ${n}`)],
    }),
    p.serve(p.path(), answer({ headers: [HTML, `X-Larger: ${'y'.repeat(100_000)}`] }), 'failed(protocol)'),
  ],
  cookies: (p) =>
    p.page(`<a href="${p.leaf()}">x</a>`, {
      headers: [HTML, 'Set-Cookie: id=1; Path=/', 'Set-Cookie: b=2; Domain=test'],
    }),
  'too large': (p) => [
    p.serve(p.path(), answer({ body: `<a href="${p.never()}">x</a>`.padEnd(1_100_000) }), 'skipped(too-large)'),
    p.serve(p.path(), raw(`${CHUNKED}${chunk('y'.repeat(1_200_000))}0\r\n\r\n`), 'skipped(too-large)'),
    p.serve(
      p.path(),
      answer({ headers: [HTML, 'Content-Encoding: gzip'], body: zlib.gzipSync(Buffer.alloc(3_000_000)) }),
      'skipped(too-large)',
    ),
    p.page(' '.repeat(900_000)),
  ],
  slow: (p) => {
    const path = p.path();
    const body = linking(p, path);
    const head = `HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
    const parts = [head.slice(0, 20), head.slice(20), body.slice(0, 9), body.slice(9)];
    return [
      p.serve(
        path,
        (request, socket) => parts.forEach((part, n) => void after(n * 120, raw(part))(request, socket)),
        'stored',
      ),
      p.serve(p.path(), after(600, answer({ body: linking(p, p.path()) })), 'stored'),
    ];
  },
  mute: (p) => p.serve(p.path(), () => {}, 'failed(timeout)', ALL),
  stalled: (p) =>
    p.serve(
      p.path(),
      raw(`HTTP/1.1 200 OK\r\n${HTML}\r\nContent-Length: 500\r\n\r\n<a href="${p.never()}">`),
      'failed(truncated)',
      ALL,
    ),
};
