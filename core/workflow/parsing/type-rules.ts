import { formatPath, formatValue, valueAt, type WorkflowFault } from '#core/faults/workflow-fault.ts';

const PATH = ['fetch', 'acceptTypes'] as const;
const MOST_TYPES = 100;
const MOST_CHARACTERS = 100;
/** Patterns that can match a media type without parameters: `text/html`, `text/*`, `*+xml`. */
const POSSIBLE = /^(?:[^\s,;/]+\/[^\s,;/]+|\*\+[^\s,;/]+)$/;

/**
 * A type that no page can have is refused: with it alone, a crawl would end at its seeds, which it
 * calls pages of another type.
 */
export function typeFaults(document: unknown): WorkflowFault[] {
  const types = valueAt(document, [...PATH]);
  if (!Array.isArray(types)) return [];
  return types.slice(0, MOST_TYPES).flatMap((type: unknown, index): WorkflowFault[] => {
    if (typeof type !== 'string' || type === '' || type.length > MOST_CHARACTERS || POSSIBLE.test(type)) return [];
    const path = [...PATH, index];
    const describe = () => `${formatPath(path)} is ${formatValue(type)}; no page has such a type`;
    return [{ code: 'FIELD_INVALID', path, describe, remedy: remedyOf(type) }];
  });
}

function remedyOf(type: string): string {
  if (type.includes(','))
    return 'write one type per flag (--accept-types text/html --accept-types text/plain), or a list in a file';
  if (type.includes(';')) return 'leave out what follows the semicolon: text/html fits pages of every charset';
  return type === '*' ? 'write */* for every type' : 'give a type such as text/html, text/* or *+xml';
}
