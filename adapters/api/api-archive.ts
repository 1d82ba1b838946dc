import { type ApiServer, fetchSigned } from '#adapters/api/api-server.ts';
import type { Archive, ArchiveObject } from '#core/archive/archive.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { ExecutionId } from '#core/model/ids.ts';

/** Addresses of objects are good for 15 minutes. */
const LINK_MS = 10 * 60_000;
const MOST_LINKS = 1_000;

/**
 * Objects of a server's executions, for reading only. It fetches files that lie elsewhere from
 * there, without credentials.
 */
export class ApiArchive implements Archive {
  readonly #server: ApiServer;
  /** Addresses by key, with the time at which each came. */
  readonly #links = new Map<string, { readonly url: string; readonly at: number }>();

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async get(key: string): Promise<Uint8Array> {
    return await this.#read(key, {});
  }

  async range(key: string, offset: number, length: number): Promise<Uint8Array> {
    if (length <= 0) return new Uint8Array(0);
    try {
      return await this.#read(key, { range: `bytes=${offset}-${offset + length - 1}` });
    } catch (error) {
      if (codeOf(error) === 'RANGE_UNSATISFIABLE') return new Uint8Array(0); // behind the end
      throw error;
    }
  }

  put(): Promise<never> {
    return Promise.reject(readOnly());
  }

  list(): AsyncIterable<ArchiveObject> {
    return { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(readOnly()) }) };
  }

  delete(): Promise<never> {
    return Promise.reject(readOnly());
  }

  async #read(key: string, header: { readonly range?: string }): Promise<Uint8Array> {
    const known = this.#links.get(key);
    if (known !== undefined && Date.now() - known.at < LINK_MS) return await fetchSigned(known.url, header.range);
    const [, id = '', name = ''] = /^executions\/([^/]+)\/(.+)$/.exec(key) ?? [];
    const path = { id: id as ExecutionId, name: name.replaceAll('/', '~') };
    const asked = this.#server.client.GET('/v1/executions/{id}/archive/{name}', {
      params: { path, header },
      headers: { accept: 'application/json' },
      parseAs: 'arrayBuffer',
    });
    const bytes = new Uint8Array(await this.#server.answer(asked));
    const { headers } = (await asked).response;
    if (headers.get('content-type')?.startsWith('application/json') !== true) return bytes;
    const { url } = JSON.parse(Buffer.from(bytes).toString()) as { url: string };
    this.#note(key, url);
    return await fetchSigned(url, header.range);
  }

  #note(key: string, url: string): void {
    this.#links.delete(key);
    this.#links.set(key, { url, at: Date.now() });
    const [oldest] = this.#links.keys();
    if (this.#links.size > MOST_LINKS && oldest !== undefined) this.#links.delete(oldest);
  }
}

const readOnly = (): SurfError =>
  new SurfError('COMMAND_USAGE', 'objects of a server are read, never listed or changed', {
    remedy: 'report it: no command does so',
  });
