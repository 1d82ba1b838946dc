import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ROOT } from '#test/architecture/source-files.ts';

/** The start of an import of code; a dynamic one has a parenthesis. */
const LOADED = /^(?:import|export) (?!type\b)(?:[^'(;]*? from )?'([^']+)';$/gm;
/** What `surf crawl` loads in its main thread before its first request. */
const ENTRIES = ['cli/main.ts', 'cli/commands/crawls/crawl.ts', 'cli/backend/local-backend.ts'];

/** A file of the repository and all that it loads at once: files and names of packages. */
function loadedWith(path: string, known = new Set<string>()): Set<string> {
  if (known.has(path)) return known;
  known.add(path);
  if (!path.endsWith('.ts')) return known;
  for (const [, specifier = ''] of readFileSync(ROOT + path, 'utf8').matchAll(LOADED)) {
    loadedWith(specifier.replace(/^#/, ''), known);
  }
  return known;
}

it('a crawl loads before its first request nothing that only its end, a selection or another command needs', () => {
  const loaded = new Set(ENTRIES.flatMap((entry) => [...loadedWith(entry)]));

  expect(loaded).toContain('engine/advance/advance.ts');
  expect(loaded).toContain('core/workflow/parsing/checked-workflow.ts');
  const late = ['cheerio', 'json-p3', 'yaml', 'undici', 'hono', 'engine/finish/finish-', 'engine/overview/describe-'];
  expect([...loaded].filter((path) => late.some((name) => path.startsWith(name)))).toEqual([]);
  expect([...loaded].filter((path) => path.endsWith('.ts')).length).toBeLessThan(380);
});

it('the command starts the worker thread of a crawl before it loads any schema', () => {
  const loaded = loadedWith('cli/main.ts');

  expect(loaded).toContain('adapters/embedded/worker-pool.ts');
  expect([...loaded].filter((path) => path === 'zod' || path.startsWith('core/workflow/'))).toEqual([]);
});
