import { CONF_FIELDS, CONF_SECTIONS, type ConfField } from '#core/crawler-conf/conf-fields.ts';
import { type ErrorCode, SurfError } from '#core/error.ts';
import { nearestName } from '#core/faults/nearest-name.ts';

/** A text and its line, from 1. */
export interface ConfValue {
  readonly text: string;
  readonly line: number;
}

/** One field as it was written. */
export interface ConfEntry {
  readonly field: ConfField;
  /** Line of its name. */
  readonly line: number;
  readonly values: readonly ConfValue[];
}

export interface ConfFault {
  readonly code: ErrorCode;
  readonly line: number;
  readonly message: string;
  readonly remedy: string;
}

/** An error that names file and line. */
export const confError = (file: string, { code, line, message, remedy }: ConfFault): SurfError =>
  new SurfError(code, `${file}, line ${line}: ${message}`, { remedy });

/**
 * Opening quotes and their closing quotes; the last two as word processors and PDF files have them.
 */
const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '„': '“' };

/**
 * Reads the fields of a Crawler.conf: `name = value`, `name: value` or `name value`, names in any
 * letter case, with `-`, `_` or spaces; lists as `{ "…", "…" }` over any number of lines; sections
 * as `<name>` alone on a line; comments from `#`, `//` or `;` to the line's end, and between the
 * marks of C. Takes time linear in the text.
 *
 * @param file for messages
 * @throws SurfError CRAWLER_CONF_SYNTAX, CRAWLER_CONF_UNKNOWN, each naming its line
 */
export function parseConfText(text: string, file: string): ConfEntry[] {
  return new ConfReader(text.replace(/^\ufeff/, ''), file).entries();
}

class ConfReader {
  readonly #text: string;
  readonly #file: string;
  #at = 0;
  #line = 1;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
  }

  entries(): ConfEntry[] {
    const entries = new Map<string, ConfEntry>();
    for (this.#skip(); this.#at < this.#text.length; this.#skip()) {
      if (this.#peek() === '<') {
        this.#section();
        continue;
      }
      const entry = this.#entry();
      const before = entries.get(entry.field.name);
      if (before !== undefined) {
        throw this.#fault(entry.line, `${entry.field.name} is on line ${before.line} already`, 'keep one of the two');
      }
      entries.set(entry.field.name, entry);
    }
    return [...entries.values()];
  }

  /** `<name>` alone on a line: it groups fields and means nothing else. */
  #section(): void {
    const line = this.#line;
    const written = this.#take(/<[^\n<>]{0,100}>?/y);
    const name = /^<\/?[^\S\n]*(.*?)[^\S\n]*>$/
      .exec(written)?.[1]
      ?.toLowerCase()
      .replaceAll(/[_ \t]+/g, '-');
    if (name === undefined || !this.#restIsBlank()) {
      throw this.#fault(
        line,
        `${JSON.stringify(written.slice(0, 60))} is not a section`,
        'write <name> alone on a line',
      );
    }
    if (CONF_SECTIONS.some((known) => known === name)) return;
    throw confError(this.#file, {
      code: 'CRAWLER_CONF_UNKNOWN',
      line,
      message: `there is no section <${name.slice(0, 60)}>; did you mean <${nearestName(name, CONF_SECTIONS)}>?`,
      remedy: `sections are ${CONF_SECTIONS.map((known) => `<${known}>`).join(', ')}`,
    });
  }

  #entry(): ConfEntry {
    const line = this.#line;
    const field = this.#name();
    this.#take(/[^\S\n]*[=:]?[^\S\n]*/y);
    if (this.#restIsBlank()) this.#skip(); // a list may begin on the next line
    if (this.#peek() === '{' && field.kind === 'list') return { field, line, values: this.#list(field) };
    if (this.#line !== line || this.#restIsBlank())
      throw this.#fault(line, `${field.name} has no value`, `write ${field.allowed}`);
    const values = field.kind === 'list' ? this.#inline() : [this.#scalar()];
    if (!this.#restIsBlank()) {
      const rest = this.#take(/[^\n]*/y)
        .trim()
        .slice(0, 60);
      throw this.#fault(
        this.#line,
        `${JSON.stringify(rest)} follows the value of ${field.name}`,
        'one field a line; put texts with spaces in quotes',
      );
    }
    return { field, line, values };
  }

  #name(): ConfField {
    const rest = this.#text.slice(this.#at, this.#at + 100);
    const found = KNOWN.find(({ pattern }) => pattern.test(rest));
    if (found !== undefined) {
      this.#at += found.pattern.exec(rest)?.[0].length ?? 0;
      return found.field;
    }
    const written = /^[^\s=:{"']+/.exec(rest)?.[0] ?? rest.slice(0, 1);
    if (!/^[A-Za-z]/.test(written)) {
      throw this.#fault(
        this.#line,
        `${JSON.stringify(written)} is not a name of a field`,
        'a line begins with the name of a field, or with # for a comment',
      );
    }
    const nearest = nearestName(
      written,
      CONF_FIELDS.map(({ name }) => name),
    );
    throw confError(this.#file, {
      code: 'CRAWLER_CONF_UNKNOWN',
      line: this.#line,
      message: `there is no field ${JSON.stringify(written.slice(0, 60))}; did you mean ${nearest}?`,
      remedy: `fields are ${CONF_FIELDS.map(({ name }) => name).join(', ')}`,
    });
  }

  /** `{ "a", "b" }`, over several lines; a comma may be missing, and one more may be at the end. */
  #list(field: ConfField): ConfValue[] {
    const opened = this.#line;
    this.#at += 1;
    const values: ConfValue[] = [];
    for (;;) {
      this.#skip();
      const next = this.#peek();
      if (next === '') throw this.#fault(opened, `the list of ${field.name} is not closed`, 'close it with }');
      if (next === '}') break;
      if (next === ',') this.#at += 1;
      else values.push(this.#value(/[^\s,}]+/y));
    }
    this.#at += 1;
    return values;
  }

  /** Without braces: the rest of the line. */
  #inline(): ConfValue[] {
    const values = [this.#value(/[^\s,;]+/y)];
    while (this.#take(/[^\S\n]*,[^\S\n]*/y) !== '' && !this.#restIsBlank()) values.push(this.#value(/[^\s,;]+/y));
    return values;
  }

  /** Reads a text in quotes, or the line up to a comment. */
  #scalar(): ConfValue {
    if (QUOTES[this.#peek()] !== undefined) return this.#value(/[^\n]*/y);
    const line = this.#line;
    const end = this.#text.indexOf('\n', this.#at);
    const rest = this.#text.slice(this.#at, end < 0 ? undefined : end);
    const comment = rest.search(/[^\S\n](?:#|\/\/|;|\/\*)/);
    const text = comment < 0 ? rest : rest.slice(0, comment);
    this.#advance(this.#at + text.length);
    return { text: text.trim().replace(/;$/, '').trim(), line };
  }

  /** @param bare pattern of the value without quotes */
  #value(bare: RegExp): ConfValue {
    const line = this.#line;
    const closing = QUOTES[this.#peek()];
    if (closing === undefined) return { text: this.#take(bare), line };
    let text = '';
    for (this.#at += 1; this.#peek() !== closing; this.#at += 1) {
      const next = this.#peek();
      if (next === '' || next === '\n')
        throw this.#fault(line, 'a text in quotes is not closed', `close it with ${closing}`);
      const isEscaped = next === '\\' && this.#text.charAt(this.#at + 1) === closing;
      if (isEscaped) this.#at += 1;
      text += this.#peek();
    }
    this.#at += 1;
    return { text, line };
  }

  /** White space and comments, over lines. */
  #skip(): void {
    for (;;) {
      const blank = this.#take(/\s+/y);
      if (this.#peek() === '#' || this.#peek() === ';' || this.#startsWith('//')) this.#take(/[^\n]*/y);
      else if (this.#startsWith('/*')) this.#comment();
      else if (blank === '') return;
    }
  }

  #comment(): void {
    const line = this.#line;
    const end = this.#text.indexOf('*/', this.#at + 2);
    if (end < 0) throw this.#fault(line, 'a comment is not closed', 'close it with */');
    this.#advance(end + 2);
  }

  #restIsBlank(): boolean {
    const end = this.#text.indexOf('\n', this.#at);
    return /^[^\S\n]*(?:$|#|;|\/\/|\/\*)/.test(
      this.#text.slice(this.#at, end < 0 ? undefined : Math.min(end, this.#at + 1_000)),
    );
  }

  #peek = (): string => this.#text.charAt(this.#at);

  #startsWith = (mark: string): boolean => this.#text.startsWith(mark, this.#at);

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ''] = pattern.exec(this.#text) ?? [];
    this.#advance(this.#at + found.length);
    return found;
  }

  #advance(to: number): void {
    for (let at = this.#text.indexOf('\n', this.#at); at >= 0 && at < to; at = this.#text.indexOf('\n', at + 1))
      this.#line += 1;
    this.#at = to;
  }

  #fault(line: number, message: string, remedy: string): SurfError {
    return confError(this.#file, { code: 'CRAWLER_CONF_SYNTAX', line, message, remedy });
  }
}

/** Spellings of all fields at the beginning of a line, the longest first. */
const KNOWN: readonly { readonly field: ConfField; readonly pattern: RegExp }[] = CONF_FIELDS.flatMap((field) =>
  [field.name, ...field.others].map((spelling) => ({
    field,
    length: spelling.length,
    pattern: new RegExp(`^${spelling.replaceAll('-', '[-_ \\t]?')}(?=\\s*[=:{]|[\\s"'“„]|$)`, 'i'),
  })),
).sort((a, b) => b.length - a.length);
