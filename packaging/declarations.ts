import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a declaration names another: by an alias of the repository, or from its folder. */
const REFERENCE = /(?:from |import\()(['"])([^'"]+)\1/g;
const ALIAS = /^#(.+)\.ts$/;

/**
 * Declarations of some modules, and of all that they name, in a temporary folder: one run of the
 * compiler for all, because most of what they name is the same.
 */
export class Declarations {
  readonly #folder = mkdtempSync(join(tmpdir(), 'surf-types-'));

  /**
   * @param entries relative to the top
   * @throws Error when the compiler finds a fault
   */
  constructor(root: string, entries: readonly string[]) {
    try {
      compile({ root, entries, out: this.#folder });
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /**
   * Writes those of one of the modules, and of all that it names, to `out`, each at its place in
   * the repository.
   * @returns the packages that they name
   */
  write(entry: string, out: string): Set<string> {
    return copyReachable({ from: this.#folder, entry: entry.replace(/\.ts$/, '.d.ts'), out });
  }

  /** Removes the folder. */
  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function compile({ root, entries, out }: { root: string; entries: readonly string[]; out: string }): void {
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      outDir: out,
      rootDir: root,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: entries.map((entry) => join(root, entry)),
  };
  const file = join(out, 'tsconfig.json');
  writeFileSync(file, JSON.stringify(settings));
  const compiler = fileURLToPath(import.meta.resolve('typescript/package.json'));
  const { status } = spawnSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', file, '--checkers', '1'], {
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`the declarations of ${entries.join(', ')} could not be made`);
}

function copyReachable({ from, entry, out }: { from: string; entry: string; out: string }): Set<string> {
  const packages = new Set<string>();
  const seen = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || !existsSync(join(from, path))) continue;
    seen.add(path);
    mkdirSync(dirname(join(out, path)), { recursive: true });
    cpSync(join(from, path), join(out, path));
    for (const [, , name = ''] of readFileSync(join(from, path), 'utf8').matchAll(REFERENCE)) {
      const [, own] = ALIAS.exec(name) ?? [];
      if (own !== undefined) waiting.push(`${own}.d.ts`);
      else if (name.startsWith('.')) waiting.push(join(dirname(path), name).replace(/\.ts$/, '.d.ts'));
      else
        packages.add(
          name
            .split('/')
            .slice(0, name.startsWith('@') ? 2 : 1)
            .join('/'),
        );
    }
  }
  return packages;
}
