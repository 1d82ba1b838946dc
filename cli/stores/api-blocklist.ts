import type { ApiServer } from '#adapters/api/api-server.ts';
import type { Blocklist, ListedBlock } from '#cli/stores/blocklist.ts';

/** The blocklist of a server. */
export class ApiBlocklist implements Blocklist {
  readonly #server: ApiServer;

  constructor(server: ApiServer) {
    this.#server = server;
  }

  async list(): Promise<readonly ListedBlock[]> {
    return (await this.#server.answer(this.#server.client.GET('/v1/blocklist'))).items;
  }

  async add(pattern: string, note: string | null): Promise<ListedBlock> {
    const body = { pattern, ...(note !== null && { note }) };
    return await this.#server.answer(this.#server.client.POST('/v1/blocklist', { body }));
  }

  async remove(id: string): Promise<void> {
    await this.#server.answer(this.#server.client.DELETE('/v1/blocklist/{id}', { params: { path: { id } } }));
  }
}
