import createFetchClient, { type Client, type ClientOptions } from 'openapi-fetch';
import type { Problem, paths } from './schema.ts';

export type SurfClient = Client<paths>;

export interface SurfClientOptions {
  /** Base URL of the API, without `/v1`. */
  readonly address: string;
  /** An API key. Without a key or a token only a server on this machine answers. */
  readonly apiKey?: string;
  /** Returns a token of the issuer. Called for every request, because tokens expire. */
  readonly token?: () => string | Promise<string>;
  /** @default the platform's */
  readonly fetch?: ClientOptions['fetch'];
}

/**
 * A typed client (S18), made from `openapi.json`:
 * `const { data, error } = await client.GET('/v1/executions')`; `error` is a `Problem`.
 */
export function createClient({ address, apiKey, token, fetch }: SurfClientOptions): SurfClient {
  const client = createFetchClient<paths>({
    baseUrl: address.replace(/\/+$/, ''),
    ...(apiKey !== undefined && { headers: { 'X-Api-Key': apiKey } }),
    ...(fetch !== undefined && { fetch }),
  });
  if (token !== undefined) {
    client.use({
      async onRequest({ request }) {
        request.headers.set('Authorization', `Bearer ${await token()}`);
        return request;
      },
    });
  }
  return client;
}

/** An exception that carries a problem from the server. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.title);
    this.problem = problem;
  }
}

/** The body of an answer. @throws ApiProblem when it is a problem */
export function answered<Data>(result: { readonly data?: Data; readonly error?: Problem }): Data {
  if (result.error !== undefined) throw new ApiProblem(result.error);
  return result.data as Data;
}
