import { withDocsPlace } from '#cli/terminal/documentation.ts';
import { codeOf, type SurfError } from '#core/error.ts';
import { printable, printableJson } from '#core/model/printable.ts';

/**
 * An error for the user: what is wrong, and the remedy. Any other error is a bug; the report shows
 * its stack.
 */
export function errorReport(error: unknown, json: boolean): string {
  const { code, message, remedy } = fieldsOf(error);
  if (json) return printableJson({ error: { code, message, remedy } });
  const text = `error: ${printable(message)}${remedy === null ? '' : `\n  ${printable(withDocsPlace(remedy))}`}`;
  const stack = code === 'INTERNAL' && error instanceof Error ? error.stack : undefined;
  return stack === undefined ? text : `${text}\n${stack.split('\n').slice(1).join('\n')}`;
}

interface Fields {
  readonly code: string;
  readonly message: string;
  readonly remedy: string | null;
}

function fieldsOf(error: unknown): Fields {
  const code = codeOf(error);
  if (code !== undefined) {
    const { message, remedy } = error as SurfError;
    return { code, message, remedy: remedy ?? null };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'INTERNAL',
    message,
    remedy: 'this is a bug in Surf: nothing is lost, surf resume continues; please report it',
  };
}
