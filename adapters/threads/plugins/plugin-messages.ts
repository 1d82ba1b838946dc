/** The data that starts the thread of a plug-in. */
export interface PluginThreadData {
  /** URL of the operator's module. */
  readonly module: string;
}

/** Order to the thread: one at a time. */
export interface PluginOrder {
  /** JSON, see PluginEvent. */
  readonly event: string;
}

/** Messages from the thread: first `loaded`, then one `answer` for each order. */
export type PluginNotice =
  | { readonly type: 'loaded'; readonly storesData: unknown; readonly timeoutSeconds: unknown; readonly has: boolean }
  | { readonly type: 'answer'; readonly text: string }
  | { readonly type: 'fault'; readonly fault: 'failed' | 'too-large'; readonly message: string };
