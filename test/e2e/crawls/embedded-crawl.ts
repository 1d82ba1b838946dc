import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Embedded, openEmbedded } from '#compose/compose-local.ts';
import type { Execution, LimitsOverride, RunSettings } from '#core/execution/execution.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import type { Seed } from '#core/url/seed/seed.ts';
import { Workflow } from '#core/workflow/workflow.ts';
import { type Command, controlExecution } from '#engine/control/control-execution.ts';
import { listTasks } from '#engine/list-tasks/list-tasks.ts';
import type { TaskView } from '#engine/list-tasks/task-view.ts';
import { startExecution } from '#engine/start/start-execution.ts';
import type { ReferenceTask } from '#test/site/web/reference-crawl.ts';

/** A new folder for one test; its maker removes it. */
export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'surf-e2e-'));

export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true });

/**
 * Everything of a workflow that a test says; what it does not say is fast and unlimited, not the
 * default.
 */
export type Definition = Record<string, unknown> & { readonly seeds: readonly Seed[] };

const QUICK = { politeness: { delaySeconds: 0 }, retry: { attempts: 1 } };

/** Definition of a crawl of loopback sites, with no limit but those that are given. */
export const quickWorkflow = ({ limits, ...rest }: Definition): Workflow =>
  Workflow.parse({ ...QUICK, ...rest, limits: { depth: null, pages: null, ...(limits as object | undefined) } });

/**
 * An execution in this process, on a separate data folder that is gone when the crawl is closed.
 */
export class EmbeddedCrawl {
  readonly surf: Embedded;
  readonly id: ExecutionId;

  private constructor(surf: Embedded, id: ExecutionId) {
    this.surf = surf;
    this.id = id;
  }

  /** @param connectTo where names of hosts lead. @default none leads elsewhere */
  static async create(definition: Definition, connectTo: RunSettings['connectTo'] = []): Promise<EmbeddedCrawl> {
    const surf = openEmbedded({ data: temporaryFolder() });
    const settings = { allowPrivateNetwork: true, connectTo };
    const { id } = await startExecution(surf, { workflow: quickWorkflow(definition), settings });
    return new EmbeddedCrawl(surf, id);
  }

  /**
   * Another execution in the same folder, with this one as base; this one's `close` ends both.
   */
  async recrawl(definition: Definition): Promise<EmbeddedCrawl> {
    const settings = { allowPrivateNetwork: true, connectTo: [] };
    const start = { workflow: quickWorkflow(definition), settings, base: this.id };
    return new EmbeddedCrawl(this.surf, (await startExecution(this.surf, start)).id);
  }

  /** Until it ends. @returns the row then */
  run(): Promise<Execution> {
    return this.surf.drive(this.id);
  }

  /** What the user asks of it; nothing runs yet. */
  async control(command: Command): Promise<Execution> {
    return (await controlExecution(this.surf, this.id, command)).row;
  }

  /** Opens it again with other limits and runs it to its end. */
  async continue(limits: LimitsOverride): Promise<Execution> {
    await this.control({ type: 'resume', limits });
    return this.run();
  }

  async views(): Promise<TaskView[]> {
    const views: TaskView[] = [];
    for await (const view of listTasks(this.surf, this.id)) views.push(view);
    return views.sort((a, b) => (a.url < b.url ? -1 : 1));
  }

  /** Every URL, as `referenceCrawl` writes it. */
  async tasks(): Promise<ReferenceTask[]> {
    return (await this.views()).map((view) => ({
      url: view.url,
      level: view.level,
      outcome: wordOf(view),
      via: view.via,
    }));
  }

  async close(): Promise<void> {
    await this.surf.close();
    removeFolder(this.surf.data);
  }
}

/** `stored`, `failed(http-4xx)`, `pending`. */
export function wordOf({ outcome, reason }: Pick<TaskView, 'outcome' | 'reason'>): string {
  if (outcome === null) return 'pending';
  return reason === null ? outcome : `${outcome}(${reason})`;
}

/** Runs a crawl to its end, hands it to `look`, and leaves nothing behind. */
export async function crawled<T>(
  definition: Definition,
  look: (crawl: EmbeddedCrawl, row: Execution) => Promise<T>,
): Promise<T> {
  const crawl = await EmbeddedCrawl.create(definition);
  try {
    return await look(crawl, await crawl.run());
  } finally {
    await crawl.close();
  }
}
