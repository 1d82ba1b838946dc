import { describe, expect, it } from 'vitest';
import { repositoryFiles, type SourceFile } from '#test/architecture/source-files.ts';

/** Folders of a particular machine. */
const MACHINE_PATH = /(?:^|[^\w./-])\/(?:work|farm|root|home\/[a-z]+|Users\/[a-z]+)\//;
/**
 * Hosts of package registries: a repository must install from any registry that the machine is set
 * to.
 */
const REGISTRY = /registry\.(?:npmjs|yarnpkg)\.|npm\.pkg\.github\.|files\.pythonhosted\.|\/\/pypi\.org|proxy\.golang\./;
const SECRET = /AKIA[0-9A-Z]{16}|-----BEGIN [A-Z ]*PRIVATE KEY-----|gh[pousr]_[A-Za-z0-9]{36}/;

function findings({ path, text }: SourceFile, hosts: readonly string[]): string[] {
  return text.split('\n').flatMap((line, i) => {
    const at = `${path}:${i + 1}`;
    const found: string[] = [];
    if (MACHINE_PATH.test(line)) found.push(`${at} names a machine's path`);
    if (REGISTRY.test(line) || hosts.some((host) => line.includes(host))) found.push(`${at} names a registry`);
    if (SECRET.test(line)) found.push(`${at} holds a secret`);
    return found;
  });
}

/** The registry that this machine uses, when npm runs the tests. */
function ownRegistry(): string[] {
  const host = URL.parse(process.env.npm_config_registry ?? '')?.hostname ?? '';
  return host === '' || host === 'localhost' || /^[\d.]+$/.test(host) ? [] : [host];
}

describe('what is committed', () => {
  it('names no machine, no registry and no secret', () => {
    const files = repositoryFiles();

    expect(files.length).toBeGreaterThan(50);
    expect(files.flatMap((file) => findings(file, ownRegistry()))).toEqual([]);
  });

  it('would be caught', () => {
    const text = ['a', '"/wo', 'rk/x"\n', 'https://registry.', 'npmjs.org/x\n', 'AKIA', 'ABCDEFGHIJKLMNOP\n'].join('');
    const planted = { path: 'x.md', text: text.replace('a"/wo', '"/wo') };

    expect(findings(planted, [])).toEqual([
      "x.md:1 names a machine's path",
      'x.md:2 names a registry',
      'x.md:3 holds a secret',
    ]);
  });
});
