import { SurfError } from '#core/error.ts';
import { compilePattern, expressionOf } from '#core/scope/patterns/pattern.ts';
import { adviceOf, patternFault } from '#core/scope/patterns/pattern-fault.ts';

/**
 * Checks what an administrator adds to the blocklist: a host name or a glob. Expressions are
 * refused: every worker of the deployment tries every entry on every link, and 1,000 expressions
 * would slow each crawl down.
 *
 * @throws SurfError `PATTERN_INVALID`
 */
export function checkBlockPattern(pattern: string): void {
  const shown = `pattern is ${JSON.stringify(pattern.slice(0, 80))}`;
  const fault = patternFault(pattern, { hostNames: true });
  if (fault !== null && fault.reason !== 'path-or-expression') {
    throw new SurfError('PATTERN_INVALID', `${shown}, ${fault.why}`, { remedy: adviceOf(fault) });
  }
  if (expressionOf(pattern) === null) return;
  throw new SurfError('PATTERN_INVALID', `${shown}, a regular expression`, {
    remedy: 'the blocklist takes host names (ads.example) and globs (*://*/private/*, or /private/* on any host)',
  });
}

/**
 * Can workers use this stored entry? An older Surf saved expressions unchecked; one that does not
 * compile would fail every crawl.
 */
export function isUsableBlockPattern(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch {
    return false;
  }
}
