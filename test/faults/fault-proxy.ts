import { once } from 'node:events';
import {
  Agent,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { type AwsRequest, awsRequest } from '#test/faults/aws-request.ts';
import { type Answer, refusal, splitBatch } from '#test/faults/fault-answers.ts';
import { type Fault, FaultPlan, type FaultRates } from '#test/faults/fault-plan.ts';
import { RequestLedger } from '#test/faults/request-ledger.ts';

/** How long after its caller has given up a late request is done. */
const LATE_MS = 30;

/** A proxy of an endpoint of AWS: counts what passes and lets things go wrong. */
export class FaultProxy {
  readonly ledger = new RequestLedger();
  readonly endpoint: string;
  readonly #server: Server;
  readonly #target: URL;
  readonly #plan: FaultPlan;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #pending = new Set<Promise<void>>();

  private constructor(server: Server, parts: { target: string; plan: FaultPlan; port: number }) {
    this.#server = server;
    this.#target = new URL(parts.target);
    this.#plan = parts.plan;
    this.endpoint = `http://127.0.0.1:${parts.port}`;
    server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
      const handling = this.#handle(incoming, outgoing).catch(() => {
        outgoing.destroy();
      });
      this.#pending.add(handling);
      void handling.finally(() => this.#pending.delete(handling));
    });
  }

  /** @param target the endpoint behind it */
  static async start(target: string, options: { seed: number; rates: FaultRates }): Promise<FaultProxy> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    const plan = new FaultPlan(options.seed, options.rates);
    return new FaultProxy(server, { target, plan, port: address.port });
  }

  /** Waits for late requests too, so that nothing is written after the test. */
  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await Promise.all(this.#pending);
    this.#agent.destroy();
  }

  async #handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const gone = once(outgoing, 'close');
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = '', url = '', headers } = incoming;
    const request = awsRequest({ method, path: url, headers, body: Buffer.concat(parts) });
    const fault = this.#plan.next(request);
    this.ledger.request(request, fault);
    if (fault === 'late') {
      await gone;
      await setTimeout(LATE_MS);
    }
    if (fault === 'reset') outgoing.destroy();
    else if (fault === 'throttle' || fault === 'error' || fault === 'conflict') {
      const answer = refusal(fault, request);
      if (fault === 'conflict') this.ledger.answer(request, answer); // a cancelled transaction is not free
      give(outgoing, answer);
    } else await this.#passOn(request, outgoing, fault);
  }

  async #passOn(request: AwsRequest, outgoing: ServerResponse, fault: Fault | null): Promise<void> {
    const split = fault === 'partial' ? splitBatch(request, this.#plan.random()) : null;
    const sent = split === null ? request : { ...request, body: split.done };
    const answer = await this.#forward(sent);
    this.ledger.answer(sent, answer);
    if (fault === 'lost') outgoing.destroy();
    else if (fault === 'failed') give(outgoing, refusal('error', request));
    else if (fault === 'cut') await cut(outgoing, answer);
    else if (fault !== 'hang' && fault !== 'late') give(outgoing, split === null ? answer : split.left(answer));
  }

  #forward({ method, path, headers, body }: AwsRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const { 'transfer-encoding': _, ...rest } = headers;
      const outgoing = send({
        host: this.#target.hostname,
        port: this.#target.port,
        method,
        path,
        agent: this.#agent,
        headers: { ...rest, 'content-length': body.byteLength },
      });
      outgoing.on('error', reject);
      outgoing.on('response', (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: Buffer.concat(parts) }),
        );
      });
      outgoing.end(body);
    });
  }
}

function give(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  // The length of a HEAD's answer is that of the object.
  const isHead = body.byteLength === 0 && headers['content-length'] !== undefined;
  outgoing.writeHead(status, headersOf(headers, isHead ? Number(headers['content-length']) : body.byteLength));
  outgoing.end(body);
}

/** The head and half of the body. */
async function cut(outgoing: ServerResponse, { status, headers, body }: Answer): Promise<void> {
  outgoing.writeHead(status, headersOf(headers, body.byteLength + 1));
  await new Promise((resolve) => outgoing.write(body.subarray(0, body.byteLength >> 1), resolve));
  outgoing.destroy();
}

/** Without those that belong to one connection. */
function headersOf(headers: Answer['headers'], length: number): Record<string, string | string[]> {
  const own: Record<string, string | string[]> = { 'content-length': String(length) };
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !/^(?:transfer-encoding|connection|keep-alive|content-length)$/.test(name))
      own[name] = value;
  }
  return own;
}
