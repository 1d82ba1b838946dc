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
