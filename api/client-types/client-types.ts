import { commentOf, type Member, membersType, type Schema, typeOf } from '#api/client-types/schema-type.ts';

/** The parts of the API's description (`openapi.json`) from which the client's types are made. */
export interface ApiDocument {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface Answer {
  readonly description?: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content?: Content;
}

const PLACES = ['query', 'header', 'path', 'cookie'] as const;

/**
 * The source of the client's types: one type for each schema by its name, and `paths`, which
 * openapi-fetch reads.
 */
export function clientTypes({ components, paths }: ApiDocument): string {
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) => `${commentOf(schema, '')}export type ${name} = ${typeOf(schema)};\n`,
  );
  const routes = Object.entries(paths).map(
    ([path, methods]) =>
      `  ${JSON.stringify(path)}: {\n    parameters: ${parametersType([], '    ')};\n${Object.entries(methods)
        .map(
          ([method, operation]) =>
            `${commentOf(titled(operation), '    ')}    ${method}: ${operationType(operation)};\n`,
        )
        .join('')}  };\n`,
  );
  return [
    '// Made from api/openapi.json by `npm run openapi` and `npm run check`; do not edit.\n',
    ...schemas,
    `export interface paths {\n${routes.join('')}}\n`,
  ].join('\n');
}

const titled = ({ summary }: Operation): Schema => (summary === undefined ? {} : { description: summary });

function operationType({ parameters, requestBody, responses }: Operation): string {
  const body =
    requestBody === undefined
      ? 'requestBody?: never'
      : `requestBody${requestBody.required === true ? '' : '?'}: { content: ${contentType(requestBody.content, '      ')} }`;
  const answers = Object.entries(responses).map(
    ([status, answer]) => `${commentOf(described(answer), '        ')}        ${status}: ${answerType(answer)};\n`,
  );
  return `{\n      parameters: ${parametersType(parameters ?? [], '      ')};\n      ${body};\n      responses: {\n${answers.join('')}      };\n    }`;
}

const described = ({ description }: { readonly description?: string }): Schema =>
  description === undefined ? {} : { description };

/** Names every kind of parameter: openapi-fetch refuses parameters of a kind that is `never`. */
function parametersType(parameters: readonly Parameter[], indent: string): string {
  const inner = `${indent}  `;
  const places = PLACES.map((place) => {
    const members = parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter): Member => {
        const { name, schema, required } = parameter;
        return { name, schema: { ...schema, ...described(parameter) }, optional: required !== true };
      });
    if (members.length === 0) return `${inner}${place}?: never;\n`;
    const optional = members.every((member) => member.optional);
    return `${inner}${place}${optional ? '?' : ''}: ${membersType(members, inner)};\n`;
  });
  return `{\n${places.join('')}${indent}}`;
}

function answerType({ headers, content }: Answer): string {
  const members = Object.entries(headers ?? {}).map(([name, { schema }]): Member => ({ name, schema, optional: true }));
  const named = members.length === 0 ? '' : `${membersType(members, '        ')} & `;
  const body = content === undefined ? 'content?: never' : `content: ${contentType(content, '        ')}`;
  return `{ headers: ${named}{ [name: string]: unknown }; ${body} }`;
}

/** The client asks for JSON: an operation that also answers in other types has only JSON here. */
function contentType(content: Content, indent: string): string {
  const json = content['application/json'];
  const types = json === undefined ? Object.entries(content) : [['application/json', json] as const];
  return `{ ${types.map(([name, { schema }]) => `${JSON.stringify(name)}: ${typeOf(schema ?? {}, indent)}`).join('; ')} }`;
}
