import { describe, expect, it } from 'vitest';
import { checkWorkflow } from '#core/workflow/parsing/parse-workflow.ts';
import { reseeded } from '#core/workflow/reseeding/reseeded.ts';

const CHECKED = checkWorkflow({
  name: 'check',
  seeds: ['https://a.example/'],
  limits: { depth: 0 },
  scope: { include: ['*/docs/*'] },
  fetch: { headers: { 'X-Token': { secretRef: 'TOKEN' } } },
});

describe('a checked workflow with other seeds', () => {
  it('is what the parser makes of it: distinct crawl URLs, and all else as it was', () => {
    const seeds = ['https://B.example', 'https://b.example/', 'https://a.example/1#part'];

    expect(reseeded(CHECKED, seeds)).toEqual(checkWorkflow({ ...CHECKED, seeds }));
    expect(reseeded(CHECKED, seeds).seeds).toEqual(['https://b.example/', 'https://a.example/1']);
  });

  it('sends no secret in clear to a seed that it did not have before', () => {
    expect(() => reseeded(CHECKED, ['https://a.example/', 'http://b.example/'])).toThrowError(
      expect.objectContaining({ code: 'SECRET_IN_CLEAR' }),
    );
    expect(reseeded(CHECKED, ['http://127.0.0.1:8080/']).seeds).toEqual(['http://127.0.0.1:8080/']);
  });
});
