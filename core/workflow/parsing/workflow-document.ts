import { CST, type Document, isScalar, Lexer, parseDocument as parseYaml, visit } from 'yaml';
import { SurfError } from '#core/error.ts';
import { MAX_DOCUMENT_BYTES } from '#core/workflow/workflow.ts';

/** Most tokens of a document; 10,000 seeds in block style with comments have 90,000. */
const MAX_TOKENS = 150_000;

/**
 * Reads a workflow document, JSON or YAML (1.2, core schema), as plain data. No anchors, aliases,
 * tags, duplicate keys, second document. `checkWorkflow` judges its meaning.
 *
 * @param text at most 256 KiB; bytes are UTF-8
 * @param name of the file, for messages
 * @throws SurfError `WORKFLOW_TOO_LARGE`, `WORKFLOW_SYNTAX` (naming line and column)
 */
export function parseDocument(text: string | Uint8Array, name = 'the workflow'): unknown {
  const source = textOf(text, name);
  refuseReferences(source, name);
  const document = parseYaml(source, {
    schema: 'core',
    version: '1.2',
    merge: false,
    strict: true,
    stringKeys: true,
    uniqueKeys: false, // compares each key with each other: quadratic. `refuseDuplicates` is not
    prettyErrors: false, // cost time for each of a hostile document's errors
  });
  const [fault] = document.errors;
  if (fault !== undefined) {
    throw syntax(name, source, { at: fault.pos[0], message: OWN_WORDS[fault.code] ?? fault.message });
  }
  refuseDuplicates(document, source, name);
  return document.toJS();
}

/** Surf's words for faults in which the parser speaks of itself. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document; one file is one workflow',
  RESOURCE_EXHAUSTION: 'nested too deeply',
};

function textOf(text: string | Uint8Array, name: string): string {
  const bytes =
    typeof text === 'string' ? (text.length > MAX_DOCUMENT_BYTES ? null : new TextEncoder().encode(text)) : text;
  if (bytes === null || bytes.length > MAX_DOCUMENT_BYTES) throw tooLarge(name, 'is larger than 256 KiB');
  if (typeof text === 'string') return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(text);
  } catch (cause) {
    throw new SurfError('WORKFLOW_SYNTAX', `${name} is not UTF-8 text`, { remedy: 'save it as UTF-8', cause });
  }
}

const REFUSED = { anchor: 'anchors (&)', alias: 'aliases (*)', tag: 'tags (!)' } as const;

/** Found in the tokens, before anything is built of them. */
function refuseReferences(source: string, name: string): void {
  let at = 0;
  let tokens = 0;
  let isText = false; // the token after a scalar mark is text with any first character
  for (const token of new Lexer().lex(source)) {
    if (++tokens > MAX_TOKENS) throw tooLarge(name, `has more than ${MAX_TOKENS} parts`);
    const type: CST.TokenType | null = isText ? null : CST.tokenType(token);
    if (type === 'anchor' || type === 'alias' || type === 'tag') {
      throw syntax(name, source, { at, message: `${REFUSED[type]} are not allowed`, remedy: 'write the value out' });
    }
    isText = type === 'scalar';
    if (!isMark(token)) at += token.length;
  }
}

/**
 * Marks that the lexer puts between tokens are in no source: document begin, flow end, scalar (see
 * yaml's CST).
 */
const isMark = (token: string): boolean => token === CST.DOCUMENT || token === CST.FLOW_END || token === CST.SCALAR;

function refuseDuplicates(document: Document, source: string, name: string): void {
  visit(document, {
    Map(_, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          const message = `duplicate key ${JSON.stringify(String(key.value).slice(0, 100))}`;
          throw syntax(name, source, { at: key.range?.[0] ?? 0, message, remedy: 'keep one of them' });
        }
        seen.add(key.value);
      }
    },
  });
}

const tooLarge = (name: string, fault: string): SurfError =>
  new SurfError('WORKFLOW_TOO_LARGE', `${name} ${fault}`, { remedy: 'split the crawl into several workflows' });

interface SyntaxFault {
  /** Place in the source. */
  readonly at: number;
  readonly message: string;
  readonly remedy?: string;
}

function syntax(name: string, source: string, fault: SyntaxFault): SurfError {
  const before = source.slice(0, fault.at);
  const line = before.split('\n').length;
  const column = fault.at - before.lastIndexOf('\n');
  const message = fault.message.slice(0, 200);
  return new SurfError('WORKFLOW_SYNTAX', `${name}, line ${line}, column ${column}: ${message}`, {
    remedy: fault.remedy ?? 'correct the JSON or YAML syntax',
  });
}
