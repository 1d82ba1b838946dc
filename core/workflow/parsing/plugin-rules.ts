import { formatPath, formatValue, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';
import { fieldName, MOST_PLUGINS } from '#core/plugin/plugin-name.ts';

/** A workflow names each plug-in once, and no field of its selection has a plug-in's prefix. */
export function pluginFaults(document: unknown): WorkflowFault[] {
  const given = valueAt(document, ['plugins']);
  const plugins = (Array.isArray(given) ? given : []).slice(0, MOST_PLUGINS);
  const names = fieldNames(document);
  return plugins.flatMap((plugin, index): WorkflowFault[] => {
    if (typeof plugin !== 'string') return [];
    const path = ['plugins', index];
    if (plugins.indexOf(plugin) < index) {
      const describe = () => `${formatPath(path)} is ${formatValue(plugin)}, which is there twice`;
      return [{ code: 'FIELD_INVALID', path, describe, remedy: 'name each plug-in once' }];
    }
    const own = names.find((name) => name === plugin || name.startsWith(fieldName(plugin, '')));
    if (own === undefined) return [];
    const describe = () => `${formatPath(path)} is ${formatValue(plugin)}, and the selection has a field ${own}`;
    return [{ code: 'FIELD_INVALID', path, describe, remedy: 'give the field of the selection another name' }];
  });
}

/** Names at the top of the selection's records. */
function fieldNames(document: unknown): string[] {
  const rules = valueAt(document, ['selection', 'rules']);
  const groups = [
    valueAt(document, ['selection', 'fields']),
    ...(Array.isArray(rules) ? rules.map((rule: unknown) => valueAt(rule, ['fields'])) : []),
  ];
  return groups.flatMap((fields) => (typeof fields === 'object' && fields !== null ? Object.keys(fields) : []));
}
