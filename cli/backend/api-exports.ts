import { join } from 'node:path';
import { type ApiServer, fetchSigned } from '#adapters/api/api-server.ts';
import { executedWorkflow } from '#cli/backend/executed-workflow.ts';
import type { RemoteArchiveSource } from '#cli/backend/remote-archive-source.ts';
import type { LinkLine } from '#core/archive/chunk/chunk-lines.ts';
import { warcIndex } from '#core/archive/warc/warc-index.ts';
import { sha256Hex } from '#core/bytes/digest.ts';
import { codeOf, SurfError } from '#core/error.ts';
import type { PageLine } from '#core/export/tables/page-line.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Workflow } from '#core/workflow/workflow.ts';
import { checkWarcKept } from '#engine/archive-reader/kept-warc.ts';
import type { ExportedExecution, ExportSource, ExportSupply } from '#engine/export/supply/export-supply.ts';
import type { WarcPart } from '#engine/export/supply/warc-parts.ts';
import type { CheckedLink } from '#engine/external/checked-links.ts';

/** Links to files expire after 15 minutes, so Surf requests few at once. */
const PAGE_FILES = 10;
/** External links per request. */
const MOST_LINKS = 1_000;

/**
 * Reads exports from a server: from the lists of its API, or from its archive if a list lacks
 * something.
 */
export class ApiExports implements ExportSupply {
  readonly #server: ApiServer;
  readonly #scratch: string;
  readonly #kept = new Map<ExecutionId, RemoteArchiveSource>();

  /** @param scratch folder for what it reads; its owner removes it after `close` */
  constructor(server: ApiServer, scratch: string) {
    this.#server = server;
    this.#scratch = scratch;
  }

  async *pages(of: ExportedExecution): AsyncGenerator<PageLine> {
    let given = 0;
    try {
      for await (const page of this.#pages(of)) {
        given += 1;
        yield page;
      }
    } catch (error) {
      if (codeOf(error) !== 'ANSWER_TOO_LARGE') throw error;
      yield* this.#keptPages(of, given); // a record exceeds the largest answer of a deployment
    }
  }

  async definition(id: ExecutionId): Promise<Workflow> {
    return (await executedWorkflow(this.#server, id)).definition;
  }

  async *warc(id: ExecutionId): AsyncGenerator<WarcPart> {
    checkWarcKept(id, await this.definition(id));
    const { client } = this.#server;
    const files = this.#server.items(
      (query) => this.#server.answer(client.GET('/v1/executions/{id}/downloads', { params: { path: { id }, query } })),
      PAGE_FILES,
    );
    for await (const { format, name: whole, url, sha256, expiresAt } of files) {
      if (format !== 'warc') continue;
      const bytes = expiresAt === null ? await this.#file(id, whole) : await fetchSigned(url);
      if (sha256Hex(bytes) !== sha256) throw damaged(whole);
      const name = whole.slice(whole.lastIndexOf('~') + 1);
      yield { name, bytes, cdxj: warcIndex(bytes, name) };
    }
  }

  async *links(id: ExecutionId): AsyncGenerator<string> {
    for await (const link of this.#links(id)) yield `${JSON.stringify(link)}\n`;
  }

  /** Reads link texts from the archived pages if the crawl did not store them. */
  async *linksWithText(id: ExecutionId): AsyncGenerator<readonly LinkLine[]> {
    if ((await this.definition(id)).output.links === 'targets') {
      const { linksWithText } = await import('#engine/export/supply/link-lines.ts');
      yield* linksWithText(await this.kept(id), id);
    } else for await (const link of this.#links(id)) yield [link];
  }

  /** Loads code that only audits need. */
  async *checkedLinks(id: ExecutionId): AsyncGenerator<CheckedLink> {
    const { checkedLinksOf } = await import('#engine/external/checked-links.ts');
    const { client } = this.#server;
    yield* checkedLinksOf(async (state, next) => {
      const query = { state, limit: MOST_LINKS, ...(next !== null && { next }) };
      return await this.#server.answer(client.GET('/v1/executions/{id}/external', { params: { path: { id }, query } }));
    });
  }

  /** Loads code that no other command needs. */
  async kept(id: ExecutionId): Promise<ExportSource> {
    const { openRemoteArchive } = await import('#cli/backend/remote-archive-source.ts');
    const folder = join(this.#scratch, id);
    const kept = this.#kept.get(id) ?? (await openRemoteArchive(this.#server, id, { folder, bases: false }));
    this.#kept.set(id, kept);
    return kept.source;
  }

  async close(): Promise<void> {
    for (const kept of this.#kept.values()) kept.close();
    this.#kept.clear();
  }

  /** Yields stored pages; those of the current wave come last. */
  async *#pages({ id, running = false }: ExportedExecution): AsyncGenerator<PageLine> {
    const { client } = this.#server;
    const records = this.#server.items(async (query) => {
      const params = { path: { id }, query };
      return await this.#server.answer(client.GET('/v1/executions/{id}/records', { params }));
    });
    for await (const { key: _, provisional, ...page } of records) {
      if (provisional && !running) return;
      yield { ...(page as PageLine), ...(provisional && { provisional }) };
    }
  }

  /** @param from pages to skip at the beginning */
  async *#keptPages(of: ExportedExecution, from: number): AsyncGenerator<PageLine> {
    const { exportPages } = await import('#engine/export/supply/page-lines.ts');
    let position = 0;
    for await (const page of exportPages(await this.kept(of.id), of.id)) if (position++ >= from) yield page;
  }

  async *#links(id: ExecutionId): AsyncGenerator<LinkLine> {
    const { client } = this.#server;
    yield* this.#server.items((query) =>
      this.#server.answer(client.GET('/v1/executions/{id}/links', { params: { path: { id }, query } })),
    ) as AsyncGenerator<LinkLine>;
  }

  /** Fetches a file that the server sends itself. */
  async #file(id: ExecutionId, name: string): Promise<Uint8Array> {
    const params = { path: { id, name } };
    const asked = this.#server.client.GET('/v1/executions/{id}/downloads/{name}', { params, parseAs: 'arrayBuffer' });
    return new Uint8Array(await this.#server.answer(asked));
  }
}

const damaged = (name: string): SurfError =>
  new SurfError('OBJECT_CORRUPT', `${name} does not match its digest`, {
    remedy: 'try again; surf verify checks whether the stored object is damaged',
  });
