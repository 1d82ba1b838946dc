import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  draftOf,
  type FieldGroup,
  fetchFieldGroups,
  textsOf,
  type WorkflowField,
  withPlugins,
} from './workflow-schema.ts';

describe('the workflow form, built from the OpenAPI description', () => {
  let groups: readonly FieldGroup[];
  const field = (path: string): WorkflowField | undefined =>
    groups.flatMap(({ fields }) => fields).find((one) => one.path === path);

  beforeAll(async () => {
    const text = readFileSync(new URL('../../api/openapi.json', import.meta.url), 'utf8');
    groups = await fetchFieldGroups(async () => new Response(text));
  });

  it('has a control for every field, with its help and default', () => {
    expect(groups.flatMap(({ fields }) => fields).length).toBeGreaterThan(40);
    expect(field('limits.pages')).toMatchObject({ kind: 'number', nullable: true, defaultText: '10000' });
    expect(field('scope.mode')).toMatchObject({
      kind: 'choice',
      choices: ['any', 'domain', 'host', 'path'],
      defaultText: 'host',
    });
    expect(field('fetch.http2')).toMatchObject({ kind: 'boolean', defaultText: 'false' });
    expect(field('seeds')?.kind).toBe('lines');
    expect(field('selection')?.kind).toBe('json');
    expect(field('plugins')?.kind).toBe('lines');
    expect(field('limits.depth')?.help).toContain('Link distance');
  });

  it('names the plug-ins of the server where a workflow names them, and there alone (S21)', () => {
    const helpOf = (plugins: readonly string[]) =>
      withPlugins(groups, plugins)
        .flatMap(({ fields }) => fields)
        .flatMap(({ path, help }) => (help.includes('This server') ? [[path, help]] : []));

    expect(helpOf(['language', 'price'])).toEqual([
      ['plugins', expect.stringMatching(/ This server has language, price\.$/)],
    ]);
    expect(helpOf([])).toEqual([['plugins', expect.stringMatching(/ This server has none\.$/)]]);
  });

  it('returns the definition that it was filled with', () => {
    const definition = {
      name: 'shop',
      seeds: ['https://a.example/', 'https://b.example/'],
      sitemaps: 'auto',
      scope: { mode: 'domain', exclude: ['*/print/*'] },
      limits: { pages: null, depth: 0, budgetUsd: 0.5 },
      fetch: { http2: true },
      selection: { fields: { price: { selector: '.price' } } },
      plugins: ['language', 'reading-time'],
    };

    expect(draftOf(groups, textsOf(groups, definition))).toEqual(definition);
  });

  it('has the rules of a seed behind its address, as the API reads them (G3)', () => {
    const seeds = [{ url: 'https://a.example/', depth: 2, period: '6h' }, 'https://b.example/'];

    expect(textsOf(groups, { seeds }).seeds).toBe('https://a.example/ depth=2 period=6h\nhttps://b.example/');
  });

  it('omits empty fields, and passes invalid text to the API', () => {
    const texts = { seeds: ' https://a.example/ \n\n', 'limits.pages': 'many', 'limits.depth': '' };

    expect(draftOf(groups, texts)).toEqual({ seeds: ['https://a.example/'], limits: { pages: 'many' } });
  });
});
