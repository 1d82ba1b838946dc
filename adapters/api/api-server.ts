import { setTimeout } from 'node:timers/promises';
import { problemError, unreachable } from '#adapters/api/api-problem.ts';
import { createClient, type SurfClient } from '#api/client/client.ts';
import { codeOf, SurfError } from '#core/error.ts';
import { isSafeAddress } from '#core/identity/safe-address.ts';

/** Address of a server, and the credentials for it. */
export interface ServerAccess {
  /** In the form that `serverAddress` makes. */
  readonly address: string;
  readonly key?: string;
  /** An ID token that is valid now. */
  readonly token?: () => Promise<string>;
}

/**
 * Requests that the role does not allow yet are sent again, this often in all; so are requests that
 * only read, when the server is busy.
 */
const MOST_TRIES = 6;
const MOST_WAIT_SECONDS = 10;
/**
 * Part of a wait that is added at random at most: clients that were refused together do not come
 * again together.
 */
const MOST_JITTER = 0.25;
/** Tries if connections break. */
const MOST_BROKEN = 3;
const BROKEN_PAUSE_MS = 500;

/** Most items of a requested page. */
const MOST_ITEMS = 1_000;

/** Page of a list to request. */
export interface Paging {
  readonly limit: number;
  readonly next?: string;
}

interface ItemPage<Item> {
  readonly items: readonly Item[];
  readonly next?: string | null;
}

/**
 * The API of one server through its typed client. Problems become errors with their code, as if
 * they had happened here.
 */
export class ApiServer {
  readonly address: string;
  readonly client: SurfClient;

  constructor({ address, key, token }: ServerAccess) {
    this.address = address;
    this.client = createClient({
      address,
      ...(key !== undefined && { apiKey: key }),
      ...(key === undefined && token !== undefined && { token }),
      fetch: patientFetch,
    });
  }

  /** The body of an answer to a request of the client.
   * @throws SurfError of the problem; SERVER_UNREACHABLE, SERVER_FAILED
   */
  async answer<Data>(
    asked: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>,
  ): Promise<Data> {
    const { data, error, response } = await asked.catch((cause: unknown) => {
      if (codeOf(cause) !== undefined) throw cause;
      throw problemError(null, { status: 200, url: this.address }); // no JSON
    });
    if (response.ok) return data as Data;
    throw problemError(error, { status: response.status, url: this.address });
  }

  /**
   * All items of a list, page by page; fewer at once from the point where the server cannot answer
   * as many.
   * @throws SurfError as `page` does; ANSWER_TOO_LARGE for one item that is
   */
  async *items<Item>(page: (paging: Paging) => Promise<ItemPage<Item>>, limit = MOST_ITEMS): AsyncGenerator<Item> {
    for (let paging: Paging = { limit }; ; ) {
      let answer: ItemPage<Item>;
      try {
        answer = await page(paging);
      } catch (error) {
        if (codeOf(error) !== 'ANSWER_TOO_LARGE' || paging.limit === 1) throw error;
        paging = { ...paging, limit: Math.ceil(paging.limit / 10) };
        continue;
      }
      yield* answer.items;
      if (answer.next === null || answer.next === undefined) return;
      paging = { ...paging, next: answer.next };
    }
  }
}

/**
 * Fetches a file that lies elsewhere, under an address that needs no credentials, and gets none.
 * @param range of its bytes; empty if it begins behind the end
 * @throws SurfError SERVER_UNREACHABLE, SERVER_FAILED
 */
export async function fetchSigned(address: string, range?: string): Promise<Uint8Array> {
  if (!isSafeAddress(new URL(address))) {
    throw new SurfError('SERVER_FAILED', `a file is at ${new URL(address).origin}, which is not https`, {
      remedy: 'report it to the operator of the server',
    });
  }
  for (let tries = 1; ; tries++) {
    const response = await patientFetch(new Request(address, range === undefined ? {} : { headers: { range } }));
    if (range !== undefined && response.status === 416) return new Uint8Array(0);
    if (!response.ok) throw problemError(null, { status: response.status, url: address });
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (cause) {
      if (tries === MOST_BROKEN) throw unreachable(cause, address);
    }
  }
}

/** Follows no redirect: another origin would get the key. */
async function patientFetch(request: Request): Promise<Response> {
  for (let tries = 1; ; tries++) {
    let response: Response;
    try {
      response = await fetch(request.clone(), { redirect: 'manual' });
    } catch (cause) {
      if (tries >= MOST_BROKEN || !isBroken(request, cause as Error)) throw unreachable(cause, request.url);
      await setTimeout(BROKEN_PAUSE_MS);
      continue;
    }
    if (tries === MOST_TRIES || !(await isWorthWaiting(request, response))) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    if (!(seconds <= MOST_WAIT_SECONDS)) return response;
    await response.body?.cancel();
    await setTimeout(seconds * 1_000 * (1 + MOST_JITTER * Math.random()));
  }
}

/**
 * Did a connection break that had been there? Surf then repeats a request that only reads, as an
 * export may take hours.
 */
const isBroken = ({ method }: Request, { cause }: Error): boolean =>
  method === 'GET' &&
  ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'].includes(String((cause as NodeJS.ErrnoException | undefined)?.code));

async function isWorthWaiting({ method }: Request, response: Response): Promise<boolean> {
  if (response.status === 503) return method === 'GET';
  if (response.status !== 429) return false;
  const problem = (await response
    .clone()
    .json()
    .catch(() => null)) as { code?: unknown } | null;
  return problem?.code === 'RATE_EXCEEDED' || problem === null;
}
