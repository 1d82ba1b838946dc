import type { TLSSocket } from 'node:tls';
import type { Attack, Scene } from '#test/attack/attack.ts';
import { pour, times } from '#test/attack/hostile/hostile-server.ts';
import {
  END_HEADERS,
  END_STREAM,
  FRAME,
  frame,
  type Http2Request,
  OK_HEAD,
} from '#test/attack/hostile/raw-http2-server.ts';

const { data, headers, reset, settings, push, ping, goaway, window, continuation } = FRAME;
const REFUSED_STREAM = Buffer.from([0, 0, 0, 7]);
const NO_ERROR = Buffer.alloc(8);
const PAGE = Buffer.from('<title>page</title>');
const KIBI = 1024;

const head = (stream: number, flags = END_HEADERS, block: Uint8Array = OK_HEAD): Buffer =>
  frame(headers, flags, stream, block);
const whole = (stream: number): Buffer => Buffer.concat([head(stream), frame(data, END_STREAM, stream, PAGE)]);
/** Many copies in one write. */
const batch = (piece: Buffer): Buffer => Buffer.concat(Array<Buffer>(1_000).fill(piece));
const flood = (socket: TLSSocket, piece: Buffer): void => pour(socket, times(batch(piece)));

/** A literal field that is added to the table: name and value without Huffman codes. */
const field = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0x40, name.length]), Buffer.from(name), length7(value.length), Buffer.from(value)]);

/** An integer with a prefix of 7 bits (RFC 7541 §5.1). */
function length7(value: number): Buffer {
  if (value < 127) return Buffer.from([value]);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Payload of a PUSH_PROMISE: GET /. */
const promise = (stream: number): Buffer => Buffer.concat([uint32(stream), Buffer.from([0x82, 0x84, 0x87])]);
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const secure = (id: string, sends: string, outcome: string, serveHttp2: (request: Http2Request) => void): Attack => ({
  id: `h2-${id}`,
  sends,
  must: outcome,
  seeds: ({ secureAt }) => [`${secureAt(`h2-${id}`)}/`],
  serveHttp2,
  expect: ({ secureAt }) => ({ [`${secureAt(`h2-${id}`)}/`]: outcome }),
});

const BROKEN = 'failed(reset)|failed(protocol)|failed(timeout)|failed(connect)';
const CUT = 'failed(truncated)';

/**
 * What a server of HTTP/2 can send beside an answer, or instead of it: each host has a separate
 * connection.
 */
export const http2: Scene = {
  name: 'HTTP/2',
  quick: false,
  args: ['--http2', '--robots', 'ignore'],
  capMb: 32,
  mostStalledMs: 1_000,
  attacks: [
    {
      ...secure('page', 'a page beside all of these', 'stored', ({ stream, socket }) => socket.write(whole(stream))),
      figure: ({ stalledMs }) =>
        Number.isNaN(stalledMs) ? '' : `no event loop stood still for more than ${Math.max(100, stalledMs)} ms`,
    },
    secure('reset-head', 'RST_STREAM instead of an answer', BROKEN, ({ stream, socket }) =>
      socket.write(frame(reset, 0, stream, REFUSED_STREAM)),
    ),
    secure('reset-body', 'RST_STREAM behind half a body', CUT, ({ stream, socket }) =>
      socket.write(
        Buffer.concat([head(stream), frame(data, 0, stream, PAGE), frame(reset, 0, stream, REFUSED_STREAM)]),
      ),
    ),
    secure('reset-flood', 'RST_STREAM without end', BROKEN, ({ stream, socket }) =>
      flood(socket, frame(reset, 0, stream, REFUSED_STREAM)),
    ),
    secure('goaway', 'GOAWAY without end', BROKEN, ({ socket }) => flood(socket, frame(goaway, 0, 0, NO_ERROR))),
    secure('goaway-body', 'GOAWAY and the end of the connection behind half a body', CUT, ({ stream, socket }) =>
      socket.end(Buffer.concat([head(stream), frame(data, 0, stream, PAGE), frame(goaway, 0, 0, NO_ERROR)])),
    ),
    secure('settings-flood', 'SETTINGS without end, each to be acknowledged', BROKEN, ({ socket }) =>
      flood(socket, frame(settings, 0, 0)),
    ),
    secure('ping-flood', 'PING without end, each to be answered', BROKEN, ({ socket }) =>
      flood(socket, frame(ping, 0, 0, NO_ERROR)),
    ),
    secure('continuation', 'CONTINUATION without end', BROKEN, ({ stream, socket }) => {
      socket.write(head(stream, 0));
      flood(socket, frame(continuation, 0, stream, field('x', 'y'.repeat(1_000))));
    }),
    secure('hpack-bomb', 'one field of 4 KB, referred to 16,000 times', BROKEN, ({ stream, socket }) => {
      const block = Buffer.concat([OK_HEAD, field('x', 'y'.repeat(4_000)), Buffer.alloc(16_000, 0xbe)]);
      socket.write(Buffer.concat([head(stream, END_HEADERS, block), frame(data, END_STREAM, stream, PAGE)]));
    }),
    secure('head-large', 'a head of 15 KB in 15 fields, ten thousand of them empty', BROKEN, ({ stream, socket }) => {
      const block = Buffer.concat([OK_HEAD, ...Array<Buffer>(4_000).fill(Buffer.from([0x10, 1, 0x61, 0]))]);
      socket.write(Buffer.concat([head(stream, END_HEADERS, block), frame(data, END_STREAM, stream, PAGE)]));
    }),
    secure('interim', 'interim answers (103) without end', BROKEN, ({ stream, socket }) => {
      const early = Buffer.concat([Buffer.from([0x08, 3]), Buffer.from('103')]);
      flood(socket, head(stream, END_HEADERS, early));
    }),
    secure('push', 'PUSH_PROMISE, although it is forbidden', `stored|duplicate|${BROKEN}`, ({ stream, socket }) =>
      socket.write(Buffer.concat([frame(push, END_HEADERS, stream, promise(2)), whole(stream)])),
    ),
    secure('push-flood', 'PUSH_PROMISE without end', `${BROKEN}`, ({ stream, socket }) => {
      let promised = 0;
      pour(socket, () => {
        const promises = Array.from({ length: 1_000 }, (_, n) =>
          frame(push, END_HEADERS, stream, promise(2 * (promised + n + 1))),
        );
        promised += promises.length;
        return Buffer.concat(promises);
      });
    }),
    secure('empty-data', 'DATA frames without bytes, without end', `${CUT}|${BROKEN}`, ({ stream, socket }) => {
      socket.write(head(stream));
      flood(socket, frame(data, 0, stream));
    }),
    secure('padding', 'DATA frames of padding alone, without end', `${CUT}|${BROKEN}`, ({ stream, socket }) => {
      socket.write(head(stream));
      flood(socket, frame(data, 8, stream, Buffer.concat([Buffer.from([255]), Buffer.alloc(255)])));
    }),
    secure('endless', 'a body without end', 'skipped(too-large)', ({ stream, socket }) => {
      socket.write(head(stream));
      pour(socket, times(frame(data, 0, stream, Buffer.alloc(16 * KIBI))));
    }),
    secure('window', 'a window that overflows', BROKEN, ({ socket }) =>
      flood(socket, frame(window, 0, 0, Buffer.from([0x7f, 0xff, 0xff, 0xff]))),
    ),
    secure('window-zero', 'a window of zero, then a head and nothing behind it', CUT, ({ stream, socket }) =>
      socket.write(Buffer.concat([frame(settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])), head(stream)])),
    ),
    secure('window-updates', 'WINDOW_UPDATE of 1 without end', BROKEN, ({ stream, socket }) =>
      flood(socket, frame(window, 0, stream, Buffer.from([0, 0, 0, 1]))),
    ),
    secure('unknown', 'frames of types that nobody knows, without end', BROKEN, ({ socket }) =>
      flood(socket, frame(0x55, 0xff, 0, Buffer.alloc(100))),
    ),
    secure('zero-stream', 'DATA on stream 0', BROKEN, ({ socket }) => socket.write(frame(data, 0, 0, PAGE))),
    secure('large-frame', 'a frame of 16 MB', BROKEN, ({ stream, socket }) =>
      socket.write(frame(headers, END_HEADERS, stream, Buffer.alloc(16 * KIBI * KIBI - 1, 0x88))),
    ),
    secure('mute', 'nothing behind the settings', 'failed(timeout)', () => undefined),
  ],
};
