import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { description } from '#api/description.ts';

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

describe('the description of the API', () => {
  it('is as the schemas say; npm run openapi writes it', () => {
    expect(read('openapi.json')).toBe(description());
  });

  it('begins no description with Of: a reader does not know of what', () => {
    const begun = description().match(/"description": "Of [^"]{0,60}/g) ?? [];

    expect(begun).toEqual([]);
  });

  it('names a problem for every fault, and no answer that is not described', () => {
    const { paths } = JSON.parse(description()) as { paths: Record<string, Record<string, { responses: object }>> };
    const answers = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ responses }) => responses));

    expect(answers.filter((responses) => 'default' in responses)).toEqual([]);
    expect(Object.keys(paths).filter((path) => !['/health', '/config.json'].includes(path))).toSatisfy(
      (rest: string[]) => rest.every((path) => path.startsWith('/v1/')),
    );
  });
});
