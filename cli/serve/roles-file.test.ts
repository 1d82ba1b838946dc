import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { rolesOf } from '#cli/serve/roles-file.ts';
import { USUAL_ROLES } from '#core/identity/roles/role-limits.ts';
import { removeFolder, temporaryFolder } from '#test/e2e/crawls/embedded-crawl.ts';

describe('the file of roles (S16)', () => {
  const folder = temporaryFolder();
  afterAll(() => removeFolder(folder));
  const file = (text: string): string => {
    const path = join(folder, 'roles.yaml');
    writeFileSync(path, text);
    return path;
  };

  it('changes what it names; everything else is as usual', async () => {
    const roles = await rolesOf(file('standard:\n  pages: 500\n  executionsAtOnce: null\n'));

    expect(roles.standard).toEqual({ ...USUAL_ROLES.standard, pages: 500, executionsAtOnce: null });
    expect(roles.premium).toEqual(USUAL_ROLES.premium);
    expect(await rolesOf(undefined)).toBe(USUAL_ROLES);
  });

  it.each([
    ['guest:\n  pages: 5\n', 'guest'],
    ['standard:\n  page: 5\n', 'page'],
    ['standard:\n  pages: -1\n', 'standard.pages'],
    ['- standard\n', 'roles.yaml'],
  ])('is refused with the place that is wrong: %j', async (text, place) => {
    await expect(rolesOf(file(text))).rejects.toMatchObject({
      code: 'COMMAND_USAGE',
      message: expect.stringContaining(place),
    });
  });
});
