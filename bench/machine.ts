import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';

/** On what, and of what, figures were made. */
export interface Circumstances {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryMb: number;
  readonly kernel: string;
  readonly node: string;
  readonly nginx: string;
  readonly crawlee: string;
  readonly undici: string;
  /** Abbreviated, with `+` when the checkout held changes to it. */
  readonly commit: string;
}

/** @param tools folder of the rivals, installed */
export function circumstances(root: string, tools: string): Circumstances {
  const changed = output('git', ['-C', root, 'status', '--porcelain', '--untracked-files=no']) !== '';
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / 1e6),
    kernel: release(),
    node: process.versions.node,
    nginx: output('nginx', ['-v']).replace(/^.*\//, ''),
    crawlee: versionIn(join(tools, 'node_modules', '@crawlee', 'cheerio')),
    undici: versionIn(join(root, 'node_modules', 'undici')),
    commit: output('git', ['-C', root, 'rev-parse', '--short', 'HEAD']) + (changed ? '+' : ''),
  };
}

function versionIn(folder: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** What a command says, on either stream; empty when it does not start. */
function output(program: string, args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`.trim();
}
