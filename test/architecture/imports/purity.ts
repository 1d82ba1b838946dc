import type { SourceFile } from '#test/architecture/source-files.ts';
import { codeOf } from '#test/architecture/source-text.ts';

/** Reads of the world that core and engine get passed in instead (design.md §10). */
const WORLD: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['the clock', /\bDate\.now\b|\bnew Date\(\s*\)|\bnew Date\b(?!\()|\bperformance\.now\b|\bprocess\.hrtime\b/],
  ['a timer', /\bset(?:Timeout|Interval|Immediate)\s*\(|\bAbortSignal\.timeout\b/],
  ['chance', /\bMath\.random\b|\brandom(?:UUID|Bytes|Int)\b|\bgetRandomValues\b/],
  ['the environment', /\bprocess\b(?!\s*[:?)])/],
  ['the network', /(?:\b(?:await|return|void)|[=(,?:]|=>)\s*fetch\s*\(|\bglobalThis\b/],
  ['the console', /\bconsole\b/],
];

const ENVIRONMENT = /\bprocess\.env\b/;
const MAY_READ_ENVIRONMENT = /^(?:(?:cli|compose|lambdas|test|bench)\/|infra\/(?:packaged\/)?app\.ts$)/;

/**
 * A sentence for everything impure in core and engine, and for every reader of the environment that
 * is none by right.
 */
export function impurities(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const code = codeOf(text, { keepStrings: false });
    const pure = /^(?:core|engine)\//.test(path) && !path.endsWith('.test.ts');
    const found = pure
      ? WORLD.filter(([, pattern]) => pattern.test(code)).map(([name]) => `${path} reads ${name}`)
      : [];
    const reads = ENVIRONMENT.test(code) && !MAY_READ_ENVIRONMENT.test(path) && !pure && !path.endsWith('.test.ts');
    return reads ? [...found, `${path} reads the environment`] : found;
  });
}
