/** The parts of the description that the page shows. */
interface Shown {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: unknown;
}

type Content = Readonly<Record<string, { readonly schema?: unknown }>>;

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#16191f;background:#fff}' +
  'code,pre{font:14px/1.4 ui-monospace,monospace}pre{overflow:auto;background:#f4f4f4;padding:.75rem}' +
  'table{border-collapse:collapse;width:100%}td,th{text-align:left;vertical-align:top;padding:.25rem .75rem .25rem 0;border-top:1px solid #ddd}' +
  'summary{cursor:pointer;padding:.25rem 0}details{border-top:1px solid #ddd}h3{margin:1.5rem 0 .25rem}';

/** The page loads nothing and runs nothing. */
export const DOCS_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

/** The API's description as one self-contained page of HTML, without scripts. */
export function docsPage(document: object): string {
  const { info, tags = [], paths, components } = document as Shown;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const chapters = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    return `<h2>${text(name)}</h2><p>${text(description ?? '')}</p>${own.map(chapterOf).join('')}`;
  });
  const schemas = Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) => `<h3 id="${text(name)}">${text(name)}</h3><pre>${json(schema)}</pre>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${text(info.title)} API</title><style>${STYLE}</style>
<h1>${text(info.title)} API ${text(info.version)}</h1><p>${text(info.description ?? '')}</p>
<p><a href="/openapi.json">openapi.json</a></p>
${chapters.join('\n')}
<h2 id="schemas">Schemas</h2>${schemas.join('\n')}</html>`;
}

function chapterOf({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const rows = parameters.map(
    (parameter) =>
      `<tr><td><code>${text(parameter.name)}</code><td>${text(parameter.in)}${parameter.required === true ? ', required' : ''}<td>${text(parameter.description ?? '')} <code>${json(parameter.schema)}</code>`,
  );
  const answers = Object.entries(responses).map(
    ([status, answer]) =>
      `<tr><td><code>${text(status)}</code><td>${text(answer.description ?? '')}<td>${contentOf(answer.content)}`,
  );
  const body = requestBody === undefined ? '' : `<p>Body: ${contentOf(requestBody.content)}</p>`;
  return `<details><summary><code>${text(method.toUpperCase())} ${text(path)}</code> ${text(summary ?? '')}</summary>
<p>${text(description ?? '')}</p>${rows.length === 0 ? '' : `<table>${rows.join('')}</table>`}${body}<table>${answers.join('')}</table></details>`;
}

const contentOf = (content: Content = {}): string =>
  Object.entries(content)
    .map(([type, { schema }]) => `<code>${text(type)}</code> ${schemaOf(schema)}`)
    .join('<br>');

function schemaOf(schema: unknown): string {
  const reference = (schema as { readonly $ref?: string } | undefined)?.$ref?.split('/').at(-1);
  return reference === undefined
    ? `<code>${json(schema)}</code>`
    : `<a href="#${text(reference)}">${text(reference)}</a>`;
}

const json = (value: unknown): string => text(JSON.stringify(value, null, 1) ?? '');

const text = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
