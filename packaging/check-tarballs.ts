import { spawnSync } from 'node:child_process';

/**
 * Linters of packages, which npx fetches: nothing else needs them. Packages are for `import` and
 * bundlers; `require` of them works from Node 22.12 on, and no linter checks it.
 */
const LINTERS = [
  ['publint@0.3.25', 'run', '--strict'],
  ['@arethetypeswrong/cli@0.18.5', '--profile', 'esm-only', '--quiet'],
];

/** Runs the linters over each tarball; they print what they find. Needs the network. */
export function tarballsAreSound(tarballs: readonly string[]): boolean {
  const codes = tarballs.flatMap((tarball) =>
    LINTERS.map((linter) => spawnSync('npx', ['--yes', ...linter, tarball], { stdio: 'inherit' }).status),
  );
  return codes.every((code) => code === 0);
}
