import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { description } from '#api/description.ts';

/**
 * The rules of a linter of OpenAPI (redocly's `recommended`), as far as they find anything: the
 * description must be of use to generators and readers.
 */
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: object;
}
interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: object }>>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly license?: object; readonly description?: string };
  readonly servers: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const document: Document = JSON.parse(description());
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ where: `${method} ${path}`, path, method, operation })),
);
const REF = '#/components/schemas/';

/** Every value in the document with its place. */
function* places(value: unknown, place = '#'): Generator<[place: string, value: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [place, value];
  for (const [name, inner] of Object.entries(value)) yield* places(inner, `${place}/${name.replaceAll('/', '~1')}`);
}

const refs = [...places(document)].flatMap(([place, value]) =>
  '$ref' in value && typeof value.$ref === 'string' ? [{ place, target: value.$ref }] : [],
);

describe('the description is clean', () => {
  it('is OpenAPI 3.1 with a license, a server and descriptions of its tags', () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info).toMatchObject({ license: expect.anything(), description: expect.any(String) });
    expect(document.servers.length).toBeGreaterThan(0);
    expect(document.tags.filter(({ description: text }) => (text ?? '').length < 10)).toEqual([]);
  });

  it('names every operation once, in words that are method names', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');

    expect(operations.filter((_, i) => !/^[a-z][A-Za-z]{2,40}$/.test(ids[i] ?? '')).map(({ where }) => where)).toEqual(
      [],
    );
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('says of every operation what it does, in one short line without full stop, under a known tag', () => {
    const known = document.tags.map(({ name }) => name);
    const bad = operations.filter(({ operation: { summary = '', tags = [] } }) => {
      return (
        summary.length < 5 ||
        summary.length > 90 ||
        summary.endsWith('.') ||
        tags.length !== 1 ||
        !known.includes(tags[0] ?? '')
      );
    });

    expect(bad.map(({ where }) => where)).toEqual([]);
  });

  it('describes every answer; each operation has one that succeeds, and a problem for those that do not', () => {
    const bad = operations.flatMap(({ where, operation }) => {
      const answers = Object.entries(operation.responses);
      const problems = answers
        .filter(([, { description: text }]) => (text ?? '').length < 3)
        .map(([status]) => `${where} ${status}: no words`);
      const succeeds = answers.some(([status]) => /^2\d\d$/.test(status));
      const others = answers.filter(
        ([status, { content }]) => /^[45]/.test(status) && !('application/problem+json' in (content ?? {})),
      );
      return [
        ...problems,
        ...(succeeds ? [] : [`${where}: never succeeds`]),
        ...others.map(([status]) => `${where} ${status}: no problem`),
      ];
    });

    expect(bad).toEqual([]);
  });

  it('has every parameter of a path, and no other, each once', () => {
    const bad = operations.flatMap(({ where, path, operation: { parameters = [] } }) => {
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const wanted = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      const names = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      const same =
        inPath
          .map(({ name }) => name)
          .sort()
          .join() === wanted.sort().join();
      const required = inPath.every((parameter) => parameter.required === true);
      const distinct = new Set(names).size === names.length;
      return same && required && distinct && parameters.every(({ schema }) => schema !== undefined) ? [] : [where];
    });

    expect(bad).toEqual([]);
  });

  it('has no path twice but for the names of its parameters, none with a slash at its end or a verb in it', () => {
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'));

    expect(shapes.filter((shape, i) => shapes.indexOf(shape) !== i)).toEqual([]);
    expect(
      shapes.filter((shape) => shape.endsWith('/') || /\/(?:get|create|delete|update|list)\b/i.test(shape)),
    ).toEqual([]);
  });

  it('refers to nothing that is not there, and has no component that nobody refers to', () => {
    const names = Object.keys(document.components.schemas);
    const used = new Set<string>();
    const queue = refs.filter(({ place }) => !place.startsWith('#/components/')).map(({ target }) => target);
    for (let target = queue.pop(); target !== undefined; target = queue.pop()) {
      const name = target.slice(REF.length);
      if (used.has(name)) continue;
      used.add(name);
      const inside = refs.filter(({ place }) => place.startsWith(`${REF}${name}/`) || place === `${REF}${name}`);
      queue.push(...inside.map((ref) => ref.target));
    }

    expect(refs.filter(({ target }) => !names.includes(target.slice(REF.length)))).toEqual([]);
    expect(names.filter((name) => !used.has(name))).toEqual([]);
  });

  it('has examples that its own schemas allow', () => {
    const bad = [...places(document)].flatMap(([place, value]) => {
      if (!('example' in value) || !('type' in value)) return [];
      const { example, ...schema } = value;
      const allowed = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(example).success;
      return allowed ? [] : [`${place}: ${JSON.stringify(example)}`];
    });

    expect(bad).toEqual([]);
  });

  it('requires credentials everywhere but where everyone is answered', () => {
    const open = operations.filter(({ operation: { security } }) => security?.length === 0).map(({ where }) => where);

    expect(open).toEqual(['get /health', 'get /config.json']);
    const guarded = operations.filter(({ operation: { security } }) => security === undefined);
    expect(guarded.filter(({ operation }) => !('401' in operation.responses)).map(({ where }) => where)).toEqual([]);
  });

  it('bounds every number and text of a query', () => {
    const bad = operations.flatMap(({ where, operation: { parameters = [] } }) =>
      parameters
        .filter((parameter) => parameter.in === 'query' && !isBounded(parameter.schema ?? {}))
        .map(({ name }) => `${where} ${name}`),
    );

    expect(bad).toEqual([]);
  });
});

const isBounded = (schema: object): boolean =>
  'enum' in schema ||
  'maxLength' in schema ||
  'pattern' in schema ||
  'maximum' in schema ||
  '$ref' in schema ||
  'format' in schema;
