import * as z from 'zod';

/** The name by which workflows ask for a plug-in; prefix of its fields. */
export const PluginName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/);

/** Most plug-ins of a deployment, a server or a workflow. */
export const MOST_PLUGINS = 10;

/** The name of a plug-in's field in a record: `language.code`. */
export const fieldName = (plugin: string, field: string): string => `${plugin}.${field}`;
