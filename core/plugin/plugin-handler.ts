import type { Json } from '#core/model/json.ts';
import type { PluginEvent } from '#core/plugin/plugin-event.ts';

/** Answer of a plug-in: fields of the page's record, or the reason why there are none. */
export type PluginResult = { readonly fields: Readonly<Record<string, Json>> } | { readonly error: string };

/** The function that a module of a plug-in exports as `handler`, as a function of Lambda does. */
export type PluginHandler = (page: PluginEvent) => PluginResult | Promise<PluginResult>;
