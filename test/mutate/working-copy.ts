import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutation, mutated } from '#test/mutate/mutation.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * The last commit of this checkout in a separate folder, to be broken: the checkout itself is
 * never touched.
 */
export class WorkingCopy {
  readonly folder: string;
  /** Short name of the commit. */
  readonly commit: string;
  /** Is there something in the checkout that is not in the copy? */
  readonly isBehind: boolean;
  readonly #parent: string;

  constructor() {
    this.#parent = mkdtempSync(join(tmpdir(), 'surf-mutate-'));
    this.folder = join(this.#parent, 'copy');
    git('clone', '--no-hardlinks', '--quiet', '--local', CHECKOUT, this.folder);
    symlinkSync(join(CHECKOUT, 'node_modules'), join(this.folder, 'node_modules'));
    this.commit = git('-C', this.folder, 'rev-parse', '--short', 'HEAD').trim();
    this.isBehind = git('-C', CHECKOUT, 'status', '--porcelain').trim() !== '';
  }

  /**
   * What the mutation's file is with the break in it.
   * @throws Error when the mutation is out of date
   */
  check(mutation: Mutation): string {
    return mutated(readFileSync(join(this.folder, mutation.file), 'utf8'), mutation);
  }

  /** Breaks the rule. @returns mends it */
  break(mutation: Mutation): () => void {
    const path = join(this.folder, mutation.file);
    const source = readFileSync(path, 'utf8');
    writeFileSync(path, mutated(source, mutation));
    return () => writeFileSync(path, source);
  }

  remove(): void {
    rmSync(this.#parent, { recursive: true, force: true });
  }
}

const git = (...args: string[]): string => execFileSync('git', args, { encoding: 'utf8' });
