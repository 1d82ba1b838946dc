import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { Certificate } from '#test/http/self-signed.ts';

/** Frame types (RFC 9113 §6). */
export const FRAME = {
  data: 0,
  headers: 1,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const;
export const END_STREAM = 1;
export const END_HEADERS = 4;
/** `:status: 200` and `content-type: text/html`, without Huffman codes (RFC 7541 §6). */
export const OK_HEAD = Buffer.concat([Buffer.from([0x88, 0x5f, 9]), Buffer.from('text/html')]);

const PREFACE_BYTES = 24;
const FRAME_HEAD_BYTES = 9;

/** Requests of one connection, as frames: no HTTP/2 library tidies what is answered. */
export interface Http2Request {
  readonly host: string;
  readonly stream: number;
  readonly socket: TLSSocket;
}

export interface RawHttp2Server {
  readonly port: number;
  /** Connections so far, by host. */
  readonly connections: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = new Uint8Array(0)): Buffer {
  const head = Buffer.alloc(FRAME_HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/**
 * An https server on 127.0.0.1 that speaks HTTP/2 alone.
 * @param answer called for each HEADERS frame
 * @param settings of its first frame
 */
export async function startRawHttp2Server(
  certificate: Certificate,
  answer: (request: Http2Request) => void,
): Promise<RawHttp2Server> {
  const sockets = new Set<TLSSocket>();
  const connections = new Map<string, number>();
  const server = createServer({ ...certificate, ALPNProtocols: ['h2'] }, (socket) => {
    const host = String(socket.servername).split('.')[0] ?? '';
    connections.set(host, (connections.get(host) ?? 0) + 1);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.write(frame(FRAME.settings, 0, 0));
    const framesIn = frameReader();
    socket.on('data', (data) => {
      for (const { type, stream } of framesIn(data)) if (type === FRAME.headers) answer({ host, stream, socket });
    });
  });
  server.on('tlsClientError', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

/** Cuts what a client sends into frames. */
function frameReader(): (data: Buffer) => { type: number; stream: number }[] {
  let pending = Buffer.alloc(0);
  let skip = PREFACE_BYTES;
  return (data) => {
    pending = Buffer.concat([pending, data]);
    const frames: { type: number; stream: number }[] = [];
    if (pending.length < skip) return frames;
    pending = pending.subarray(skip);
    skip = 0;
    while (pending.length >= FRAME_HEAD_BYTES) {
      const length = FRAME_HEAD_BYTES + pending.readUIntBE(0, 3);
      if (pending.length < length) break;
      frames.push({ type: pending[3] ?? 0, stream: pending.readUInt32BE(5) });
      pending = pending.subarray(length);
    }
    return frames;
  };
}
