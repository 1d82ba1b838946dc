import type { Embedded } from '#compose/compose-local.ts';
import type { Execution } from '#core/execution/execution.ts';
import { executionId, executionNotFound } from '#core/run/execution-name.ts';

/** The data folder of the command, too. */
export const DEFAULT_DATA = '.surf';

/** Where the library keeps executions. */
export interface DataOptions {
  /**
   * The data folder; Surf creates it if it is missing. The command reads the same folder:
   * `surf ls --data DIR`.
   * @default .surf
   */
  readonly data?: string;
  /**
   * The folder with the files of secrets.
   * @default none: secrets are variables of the environment
   */
  readonly secrets?: string;
}

/** Which plug-ins a crawl may use. */
export interface PluginOptions {
  /**
   * Plug-ins by name: files of modules that add fields to the record of each page, in this order.
   * A crawl that names no `plugins` uses all of them.
   * @default none
   */
  readonly pluginFiles?: Readonly<Record<string, string | URL>>;
}

/** An execution by its id, or the newest by `last`. @throws SurfError EXECUTION_NOT_FOUND */
export async function namedExecution({ catalog, data }: Embedded, name: string): Promise<Execution> {
  if (name !== 'last') return await catalog.execution(executionId(name));
  const [first] = (await catalog.executions(1)).rows;
  if (first !== undefined) return first;
  throw executionNotFound('last', `the data folder ${data} has none`);
}
