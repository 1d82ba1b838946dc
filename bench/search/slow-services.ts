import { once } from 'node:events';
import { type FileHandle, open, stat } from 'node:fs/promises';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { awsRequest } from '#test/faults/aws-request.ts';

/** Bytes that are written at once. */
const PART_BYTES = 256 * 1024;
/** The longest delay of a late timer for which the service sends more bytes. */
const LATE_MS = 10;

export interface SlowServicesOptions {
  /** Until the first byte of S3, and until the answer of any other service. */
  readonly s3Ms: number;
  readonly otherMs: number;
  /** Of all answers together: a function has one network. */
  readonly bytesPerSecond: number;
  /** An object that is not in the emulator: the last part of its key, and its bytes. */
  readonly object: { readonly name: string; readonly path: string };
}

/** The services of an emulator, as far away as AWS is from a function. */
export class SlowServices {
  readonly endpoint: string;
  readonly #server: Server;
  readonly #target: string;
  readonly #options: SlowServicesOptions;
  readonly #file: FileHandle;
  readonly #agent = new Agent({ keepAlive: true });
  #freeAt = 0;

  private constructor(server: Server, of: { target: string; file: FileHandle; options: SlowServicesOptions }) {
    this.#server = server;
    this.#target = of.target;
    this.#file = of.file;
    this.#options = of.options;
    this.endpoint = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => {
      this.#answer(asked, answer).catch(() => answer.destroy());
    });
  }

  static async start(target: string, options: SlowServicesOptions): Promise<SlowServices> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SlowServices(server, { target, file: await open(options.object.path), options });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    this.#agent.destroy();
    await this.#file.close();
  }

  async #answer(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    const { method = '', url = '', headers } = asked;
    const { isS3, operation } = awsRequest({ method, path: url, headers, body: Buffer.concat(parts) });
    await setTimeout(isS3 ? this.#options.s3Ms : this.#options.otherMs);
    const { name } = this.#options.object;
    if (operation === 'GetObject' && decodeURIComponent(url).split('?', 1)[0]?.endsWith(name)) {
      return await this.#sendObject(answer, headers.range ?? '');
    }
    const forwarded = send(`${this.#target}${url}`, { method, headers, agent: this.#agent });
    forwarded.end(Buffer.concat(parts));
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    answer.writeHead(response.statusCode ?? 502, response.headers);
    for await (const part of response) await this.#write(answer, part as Buffer);
    answer.end();
  }

  async #sendObject(answer: ServerResponse, range: string): Promise<void> {
    const { size } = await stat(this.#options.object.path);
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const [first, end] = [Number(from), Math.min(size, to === '' ? size : Number(to) + 1)];
    answer.writeHead(206, { 'content-length': end - first, 'content-range': `bytes ${first}-${end - 1}/${size}` });
    for (let at = first; at < end; at += PART_BYTES) {
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(Math.min(PART_BYTES, end - at)), {
        position: at,
      });
      await this.#write(answer, buffer.subarray(0, bytesRead));
    }
    answer.end();
  }

  /** Writes when the network has room for it. */
  async #write(answer: ServerResponse, part: Buffer): Promise<void> {
    const now = performance.now();
    this.#freeAt = Math.max(now - LATE_MS, this.#freeAt) + (part.length / this.#options.bytesPerSecond) * 1_000;
    if (this.#freeAt - now >= 1) await setTimeout(this.#freeAt - now);
    if (!answer.write(part)) await once(answer, 'drain');
  }
}
