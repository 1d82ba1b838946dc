/**
 * Events of reading XML, in the order of the text. Names are as written, prefix included; offsets
 * are bytes.
 */
export interface XmlHandler {
  /** @param attributes everything between name and end of the tag, as written */
  open(name: string, attributes: () => string, isEmpty: boolean): void;
  close(name: string): void;
  /** @param raw a CDATA section: nothing in it is an entity */
  text(from: number, to: number, raw: boolean): void;
  /** A document type declaration; nothing in it is read. */
  doctype(): void;
  /** Is enough known? Asked after each tag. */
  readonly done: boolean;
}

const LESS = 0x3c;
const GREATER = 0x3e;
const SLASH = 0x2f;
const BANG = 0x21;
const QUESTION = 0x3f;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** A longer name is cut: nobody looks for one. */
const MOST_NAME = 200;

/**
 * Splits XML into tags and texts, in one pass and without a tree: no entity, no DTD, no inclusion,
 * no check of nesting. A truncated token ends the text; the tokens before it were reported. Linear
 * in `bytes`, memory constant.
 *
 * @param bytes UTF-8
 */
export function readXml(bytes: Buffer, handler: XmlHandler): void {
  let at = 0;
  while (at < bytes.length && !handler.done) {
    const tag = bytes.indexOf(LESS, at);
    const end = tag < 0 ? bytes.length : tag;
    if (end > at) handler.text(at, end, false);
    if (tag < 0) return;
    at = readMarkup(bytes, tag, handler);
  }
}

/** @returns the offset behind it */
function readMarkup(bytes: Buffer, tag: number, handler: XmlHandler): number {
  const next = bytes[tag + 1];
  if (next === SLASH) return readClose(bytes, tag, handler);
  if (next === QUESTION) return behind(bytes, '?>', tag);
  if (next !== BANG) return readOpen(bytes, tag, handler);
  if (startsWith(bytes, '<!--', tag)) return behind(bytes, '-->', tag + 4);
  if (startsWith(bytes, '<![CDATA[', tag)) {
    const from = tag + 9;
    const end = bytes.indexOf(']]>', from);
    handler.text(from, end < 0 ? bytes.length : end, true);
    return end < 0 ? bytes.length : end + 3;
  }
  handler.doctype();
  return endOfDeclaration(bytes, tag + 2);
}

function readClose(bytes: Buffer, tag: number, handler: XmlHandler): number {
  const end = bytes.indexOf(GREATER, tag);
  const stop = end < 0 ? bytes.length : end;
  handler.close(nameAt(bytes, tag + 2, stop));
  return stop + 1;
}

function readOpen(bytes: Buffer, tag: number, handler: XmlHandler): number {
  const end = endOfTag(bytes, tag + 1);
  if (end < 0) return bytes.length;
  const name = nameAt(bytes, tag + 1, end);
  const isEmpty = bytes[end - 1] === SLASH;
  handler.open(name, () => bytes.toString('utf8', tag + 1 + name.length, end), isEmpty);
  return end + 1;
}

/** The `>` that ends a tag: those in quoted values do not. -1: there is none. */
function endOfTag(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === GREATER) return at;
    if (byte !== QUOTE && byte !== APOSTROPHE) continue;
    at = bytes.indexOf(byte, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

/** Offset behind a `<!…>`, with its internal subset between brackets. */
function endOfDeclaration(bytes: Buffer, from: number): number {
  let inside = false;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === GREATER && !inside) return at + 1;
    if (byte === OPEN_BRACKET) inside = true;
    else if (byte === CLOSE_BRACKET) inside = false;
    else if (byte === QUOTE || byte === APOSTROPHE) {
      at = bytes.indexOf(byte, at + 1);
      if (at < 0) return bytes.length;
    }
  }
  return bytes.length;
}

/** Offset behind the next `mark`; the end if there is none. */
function behind(bytes: Buffer, mark: string, from: number): number {
  const at = bytes.indexOf(mark, from);
  return at < 0 ? bytes.length : at + mark.length;
}

function nameAt(bytes: Buffer, from: number, end: number): string {
  const most = Math.min(end, from + MOST_NAME);
  let at = from;
  while (at < most && (bytes[at] ?? 0) > 0x20 && bytes[at] !== SLASH) at += 1;
  return bytes.toString('latin1', from, at);
}

const startsWith = (bytes: Buffer, mark: string, at: number): boolean =>
  bytes.toString('latin1', at, at + mark.length) === mark;
