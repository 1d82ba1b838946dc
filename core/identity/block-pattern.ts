import { SurfError } from '#core/error.ts';
import { compilePattern, isExpression } from '#core/scope/pattern.ts';

/**
 * Checks what an administrator adds to the blocklist: a host name or a glob over the whole URL. Expressions are refused: every worker of
 * the deployment tries every entry on every link, and 1,000 expressions would slow each crawl down.
 *
 * @throws SurfError `FIELD_INVALID`
 */
export function checkBlockPattern(pattern: string): void {
  if (!isExpression(pattern)) return;
  throw new SurfError('FIELD_INVALID', `pattern is ${JSON.stringify(pattern.slice(0, 80))}, a regular expression`, {
    remedy: 'the blocklist takes host names (ads.example) and globs over the whole URL (*://*/private/*)',
  });
}

/** Can workers use this stored entry? An older Surf saved expressions unchecked; one that does not compile would fail every crawl. */
export function isUsableBlockPattern(pattern: string): boolean {
  try {
    compilePattern(pattern);
    return true;
  } catch {
    return false;
  }
}
