import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, clientTypes } from '#api/client-types/client-types.ts';
import type { Schema } from '#api/client-types/schema-type.ts';

const text: Schema = { type: 'string' };
const withPaths = (paths: ApiDocument['paths']): string => clientTypes({ components: { schemas: {} }, paths });

/** Lines of a module without those of `paths`. */
function typesOf(schemas: Record<string, Schema>): string[] {
  const module = clientTypes({ components: { schemas }, paths: {} });
  return module
    .slice(0, module.indexOf('export interface paths'))
    .split('\n')
    .filter((line) => line !== '')
    .slice(1);
}

describe('the types of the client (S18)', () => {
  it.each<[type: string, Schema]>([
    ['number', { type: 'integer' }],
    ['string | null', { type: ['string', 'null'] }],
    ['"a" | null', { enum: ['a', null] }],
    ['(string | null)[]', { type: 'array', items: { type: ['string', 'null'] } }],
    ['string | B', { anyOf: [text, { $ref: '#/components/schemas/B' }] }],
    ['B & (string | null)', { allOf: [{ $ref: '#/components/schemas/B' }, { anyOf: [text, { type: 'null' }] }, {}] }],
    ['{ [name: string]: number }', { type: 'object', additionalProperties: { type: 'number' } }],
    ['Record<string, never>', { type: 'object', additionalProperties: false }],
    ['unknown', {}],
  ])('include %s', (type, schema) => {
    expect(typesOf({ A: schema })).toEqual([`export type A = ${type};`]);
  });

  it('mark members that the schema does not require, with description and default', () => {
    const A: Schema = {
      type: 'object',
      properties: { id: text, 'not-a-name': { type: 'string', description: 'Ends */ no comment.', default: 'x' } },
      required: ['id'],
    };

    expect(typesOf({ A })).toEqual([
      'export type A = {',
      '  id: string;',
      '  /** Ends *\\/ no comment. @default "x" */',
      '  "not-a-name"?: string;',
      '};',
    ]);
  });

  it('have a JSON answer alone where an operation answers in other types too', () => {
    const content = { 'text/csv': {}, 'application/json': { schema: text } };
    const module = withPaths({ '/a': { get: { responses: { 200: { content }, 204: {} } } } });

    expect(module).toContain('200: { headers: { [name: string]: unknown }; content: { "application/json": string } };');
    expect(module).toContain('204: { headers: { [name: string]: unknown }; content?: never };');
  });

  it('require a place of parameters when one of them is required', () => {
    const parameters = [
      { name: 'id', in: 'path', required: true, schema: text },
      { name: 'limit', in: 'query', schema: { type: 'integer' } },
    ];
    const lines = withPaths({ '/a/{id}': { get: { parameters, responses: {} } } }).split('\n');

    expect(lines.map((line) => line.trim())).toEqual(
      expect.arrayContaining(['path: {', 'id: string;', 'query?: {', 'limit?: number;', 'header?: never;']),
    );
  });

  it('are refused for a keyword that would decide about them and is not known', () => {
    expect(() => typesOf({ A: { type: 'array', prefixItems: [text] } as Schema })).toThrow('keyword prefixItems');
  });

  it('are written once: who reads them while the types are checked finds the whole file', () => {
    const file = new URL('../client/schema.ts', import.meta.url);
    const write = (): number => {
      execFileSync(process.execPath, [fileURLToPath(new URL('./write-client-types.ts', import.meta.url))]);
      return statSync(file).mtimeMs;
    };

    expect(write()).toBe(write());
  });
});
