/** Plug-ins that a crawl may use. */
export interface PluginOptions {
  /**
   * Plug-ins by name: files of modules that add fields to the record of each page, in this order.
   * A crawl that names no `plugins` uses all of them.
   * @default none
   */
  readonly pluginFiles?: Readonly<Record<string, string | URL>>;
}
