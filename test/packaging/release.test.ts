import { describe, expect, it } from 'vitest';
import { billOfMaterials, type CycloneDx } from '../../packaging/bill-of-materials.ts';
import { changesOf, type Origin, obstacles, releaseNotes } from '../../packaging/release-notes.ts';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n- later\n\n## [1.2.0] - 2026-11-24\n\n- now\n\n## [1.1.0]\n\n- before\n';
const ORIGIN: Origin = {
  version: '1.2.0',
  commit: 'c0ffee',
  clean: true,
  tags: ['v1.2.0'],
  changelog: CHANGELOG,
  lock: 'ab12',
  tools: ['node 24.21.0'],
};

describe('a release', () => {
  it('has the changes of its version, and those that wait while the changelog does not name it', () => {
    expect([changesOf(CHANGELOG, '1.2.0'), changesOf(CHANGELOG, '2.0.0')]).toEqual(['- now', '- later']);
  });

  it('is published from a clean and tagged commit that the changelog names, and from no other', () => {
    const other: Origin = { ...ORIGIN, version: '1.3.0', clean: false, tags: [''] };

    expect(obstacles(ORIGIN)).toEqual([]);
    expect(obstacles(other)).toEqual([
      'there are changes that are not committed',
      'the commit has no tag v1.3.0',
      'CHANGELOG.md has no section [1.3.0]',
    ]);
  });

  it('says where it comes from, and that changed sources are none', () => {
    const notes = releaseNotes(ORIGIN, ['12ab  surf.tgz']);

    expect(notes).toContain('- commit c0ffee\n- package-lock.json sha256 ab12\n');
    expect(notes).toContain('```\n12ab  surf.tgz\n```\n\n## Changes\n\n- now\n');
    expect(releaseNotes({ ...ORIGIN, clean: false }, [])).toContain('not a release');
  });
});

describe('the bill of materials of a package', () => {
  const named = (name: string): CycloneDx['components'][number] => ({
    'bom-ref': `${name}@1.0.0`,
    name,
    version: '1.0.0',
  });
  const all: CycloneDx = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: '2026-11-24', component: {} },
    components: [named('a'), named('b'), named('c')],
    dependencies: [{ ref: 'a@1.0.0', dependsOn: ['b@1.0.0', 'c@1.0.0'] }, { ref: 'c@1.0.0' }],
  };
  const bundled = { name: '@surf/x', version: '0.1.0', tarball: Buffer.from('x') };

  it('lists what its bundle has and no more, without time and serial number', () => {
    const bill = billOfMaterials(all, { ...bundled, packages: new Set(['a@1.0.0', 'b@1.0.0']) });

    expect(bill).not.toHaveProperty('serialNumber');
    expect(bill.metadata).toMatchObject({ component: { purl: 'pkg:npm/%40surf/x@0.1.0' } });
    expect(bill.metadata).not.toHaveProperty('timestamp');
    expect(bill.components.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(bill.dependencies).toEqual([
      { ref: '@surf/x@0.1.0', dependsOn: ['a@1.0.0', 'b@1.0.0'] },
      { ref: 'a@1.0.0', dependsOn: ['b@1.0.0'] },
    ]);
  });

  it('is refused when the checkout does not know a package of the bundle', () => {
    expect(() => billOfMaterials(all, { ...bundled, packages: new Set(['z@1.0.0']) })).toThrow('z@1.0.0');
  });
});
