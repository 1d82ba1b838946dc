import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import { PageState } from '#core/collection/page-state.ts';
import type { Execution } from '#core/execution/execution.ts';
import type { Frontier } from '#core/frontier/frontier.ts';
import type { WorkflowId } from '#core/model/ids.ts';
import { readJson } from '#engine/frontier/crawl-state.ts';
import { parseLines } from '#engine/frontier/lines/line-files.ts';
import { newWorkflowId, startExecution } from '#engine/start/start-execution.ts';
import { type Definition, quickWorkflow, removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

const DAY_MS = 86_400_000;

/** A collection in a new folder, which `close` removes; a tick begins when the test says. */
export class CollectionCrawl {
  readonly surf: Embedded;
  readonly #definition: Definition;
  readonly #id: WorkflowId;
  #version = 0;

  constructor(definition: Definition) {
    this.surf = openEmbedded({ data: temporaryFolder() });
    this.#definition = definition;
    this.#id = newWorkflowId(this.surf);
  }

  /** Makes a tick that begins so many days from now, of a new version of the workflow. */
  async start(
    afterDays: number,
    change: Record<string, unknown> = {},
    how: { readonly full?: boolean } = {},
  ): Promise<Execution> {
    const { clock, catalog, random } = this.surf;
    const later = { ...clock, now: () => clock.now() + Math.round(afterDays * DAY_MS) };
    const workflow = quickWorkflow({ ...this.#definition, ...change });
    const settings = { allowPrivateNetwork: true, connectTo: [] };
    const of = { id: this.#id, version: ++this.#version };
    await catalog.saveWorkflow({ v: 1, ...of, createdAt: clock.now(), definition: workflow });
    return await startExecution({ catalog, random, clock: later }, { workflow, settings, of, ...how });
  }

  /** The same, to its end. */
  async tick(...start: Parameters<CollectionCrawl['start']>): Promise<Execution> {
    const { id } = await this.start(...start);
    return await this.surf.drive(id);
  }

  async frontier({ frontier }: Execution): Promise<Frontier> {
    return await readJson<Frontier>(this.surf.archive, frontier ?? '', 'lists');
  }

  /** What the tick knew of the collection when it began, in the order of its keys. */
  async pages(row: Execution): Promise<PageState[]> {
    const { collection } = await this.frontier(row);
    const pages: PageState[] = [];
    for (const { object } of collection?.files ?? []) {
      for (const line of parseLines(await this.surf.archive.get(object), object)) pages.push(PageState.parse(line));
    }
    return pages;
  }

  async close(): Promise<void> {
    await this.surf.close();
    removeFolder(this.surf.data);
  }
}
