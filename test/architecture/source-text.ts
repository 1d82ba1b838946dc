/** Spans of a source text that are not code. */
interface Scan {
  readonly text: string;
  at: number;
  /** The kept text: code always, strings on request, comments never. */
  readonly keepStrings: boolean;
  readonly out: string[];
  /** Brace depths at which a template literal continues. */
  readonly templates: number[];
  depth: number;
}

/**
 * The code of a TypeScript file with comments blanked, and quoted text blanked too unless
 * `keepStrings`. Lines stay where they are. Knows comments, strings, template literals with nested
 * expressions and regular expressions as far as our formatter writes them; no parser.
 */
export function codeOf(text: string, { keepStrings }: { keepStrings: boolean }): string {
  const scan: Scan = { text, at: 0, keepStrings, out: [], templates: [], depth: 0 };
  while (scan.at < text.length) step(scan);
  return scan.out.join('');
}

function step(scan: Scan): void {
  const { text, at } = scan;
  const char = text.charAt(at);
  const two = text.slice(at, at + 2);
  if (two === '//') blank(scan, endOf(text, '\n', at));
  else if (two === '/*') blank(scan, endOf(text, '*/', at + 2) + 2);
  else if (char === '"' || char === "'") quoted(scan, char);
  else if (char === '`') template(scan);
  else if (char === '/' && startsRegExp(scan.out)) regExp(scan);
  else if (char === '}' && scan.templates.at(-1) === scan.depth) endExpression(scan);
  else code(scan, char);
}

/** Code that begins no literal and no comment, and has no brace. */
const PLAIN = /[^/"'`{}]+/y;

function code(scan: Scan, char: string): void {
  if (char === '{') scan.depth++;
  if (char === '}') scan.depth--;
  PLAIN.lastIndex = scan.at;
  const [run = char] = PLAIN.exec(scan.text) ?? [];
  scan.out.push(run);
  scan.at += run.length;
}

function endOf(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end;
}

/** Everything up to `end` becomes spaces; line ends stay. */
function blank(scan: Scan, end: number): void {
  scan.out.push(scan.text.slice(scan.at, end).replaceAll(/[^\n]/g, ' '));
  scan.at = end;
}

/** The text up to `end` between its two marks. */
function literal(scan: Scan, end: number): void {
  const text = scan.text.slice(scan.at + 1, end - 1);
  const inner = scan.keepStrings ? text : text.replaceAll(/[^\n]/g, ' ');
  scan.out.push(scan.text.charAt(scan.at), inner, scan.text.slice(Math.max(end - 1, scan.at + 1), end));
  scan.at = end;
}

function quoted(scan: Scan, quote: string): void {
  let end = scan.at + 1;
  while (end < scan.text.length && scan.text[end] !== quote) end += scan.text[end] === '\\' ? 2 : 1;
  literal(scan, end + 1);
}

/** From a backtick, or from the brace that ends an expression, to the next of either. */
function template(scan: Scan): void {
  let end = scan.at + 1;
  while (end < scan.text.length && scan.text[end] !== '`' && scan.text.slice(end, end + 2) !== '${') {
    end += scan.text[end] === '\\' ? 2 : 1;
  }
  const expression = scan.text[end] === '$';
  literal(scan, end + 1);
  if (expression) {
    code(scan, '{');
    scan.templates.push(scan.depth);
  }
}

/** The brace that ends an expression: the template continues. */
function endExpression(scan: Scan): void {
  scan.templates.pop();
  scan.depth--;
  template(scan);
}

/** A slash divides behind a value, and opens a regular expression behind anything else. */
function startsRegExp(out: readonly string[]): boolean {
  const before = out.slice(-40).join('').trimEnd().slice(-40);
  return !/[\w$)\]}"'`]$/.test(before) || /\b(?:return|case|typeof|of|in)$/.test(before);
}

function regExp(scan: Scan): void {
  let end = scan.at + 1;
  let inClass = false;
  while (end < scan.text.length && (inClass || scan.text[end] !== '/')) {
    if (scan.text[end] === '\n') break;
    if (scan.text[end] === '[') inClass = true;
    if (scan.text[end] === ']') inClass = false;
    end += scan.text[end] === '\\' ? 2 : 1;
  }
  literal(scan, end + 1);
}
