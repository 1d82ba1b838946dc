import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withDocsPlace } from '#cli/terminal/documentation.ts';

const REMEDY = 'docs/reference/workflow.md has all fields with their limits';

describe('a page that a message names', () => {
  it.each([
    ['/srv/anna/surf', '/srv/anna/surf/docs/', REMEDY],
    [
      '/srv/anna/site',
      '/srv/anna/site/node_modules/surf-crawler/docs/',
      REMEDY.replace('docs/', 'node_modules/surf-crawler/docs/'),
    ],
    [
      '/srv/anna',
      '/usr/lib/node_modules/surf-crawler/docs/',
      REMEDY.replace('docs/', '/usr/lib/node_modules/surf-crawler/docs/'),
    ],
  ])('is said to be where it lies: from %s in %s', (from, folder, told) => {
    expect(withDocsPlace(REMEDY, from, folder)).toBe(told);
  });

  it('is a folder of examples, too', () => {
    const told = withDocsPlace('a file (examples/ has some)', '/srv/anna', '/usr/lib/surf/docs/');

    expect(told).toBe('a file (/usr/lib/surf/examples/ has some)');
    expect(withDocsPlace('there is no file examples/docs.yaml', '/a', '/b/')).toContain('no file examples/docs.yaml');
    expect(withDocsPlace('examples/ has some', '/srv/surf', '/srv/surf/docs/')).toBe('examples/ has some');
  });

  it('is there', () => {
    expect(existsSync(withDocsPlace('docs/README.md', '/elsewhere/site'))).toBe(true);
  });

  it.each(['https://docs.example.org/docs/a.md', 'see docs/', 'mydocs/reference/workflow.md', 'docs/pages.md5'])(
    'is no other text: %s',
    (text) => {
      expect(withDocsPlace(text, '/a', '/b/')).toBe(text);
    },
  );
});
