import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { description } from '#api/description.ts';

/**
 * `npm run openapi`: writes `api/openapi.json` from the schemas, and the client's types from that.
 */
const HERE = fileURLToPath(new URL('./', import.meta.url));
/** Its packages lie where nothing that reads the checkout finds them. */
const GENERATOR = fileURLToPath(new URL('../.generator', import.meta.url));
const JSON_FILE = `${HERE}openapi.json`;
const TYPES_FILE = `${HERE}client/schema.ts`;

const text = description();
writeFileSync(JSON_FILE, text);
const typedFile = join(mkdtempSync(join(tmpdir(), 'surf-openapi-')), 'openapi.json');
writeFileSync(typedFile, JSON.stringify(withJsonAnswers(JSON.parse(text) as Described)));
cpSync(`${HERE}client/generator`, GENERATOR, { recursive: true });
if (!existsSync(`${GENERATOR}/node_modules`)) run('npm', ['ci', '--no-audit', '--no-fund']);
run('npx', [
  'openapi-typescript',
  typedFile,
  '--output',
  TYPES_FILE,
  '--root-types',
  '--root-types-no-schema-prefix',
  '--default-non-nullable=false',
]);
const hash = createHash('sha256').update(text).digest('hex');
writeFileSync(TYPES_FILE, `// openapi.json ${hash}\n${readFileSync(TYPES_FILE, 'utf8')}`);

interface Described {
  readonly paths: Record<string, Record<string, { responses?: Record<string, { content?: Record<string, unknown> }> }>>;
}

/**
 * The client asks for JSON: where an operation answers in other types too, its types have the JSON
 * answer alone.
 */
function withJsonAnswers(document: Described): Described {
  const responses = Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .flatMap((operation) => Object.values(operation.responses ?? {}));
  for (const response of responses) {
    const json = response.content?.['application/json'];
    if (json !== undefined) response.content = { 'application/json': json };
  }
  return document;
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: GENERATOR, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${command} ${args[0]} failed`);
}
