/** A heading of Markdown as Surf writes it: marks and text. */
export const HEADING = /^(#{1,6}) (.+)$/;
const FENCE = /^`{3,}/;
export const CHARACTERS_A_TOKEN = 4;

/** Estimated tokens of a text. */
export const tokensIn = (text: string): number => Math.ceil(text.length / CHARACTERS_A_TOKEN);

/** Blocks at the first level: indented or quoted lines belong to the block before. */
export function blocksOf(markdown: string): string[] {
  const blocks: string[] = [];
  const lines: string[] = [];
  let fence = '';
  let blank = false;
  for (const line of markdown.split('\n')) {
    if (fence === '') {
      const begins = blank && /^\S/.test(line);
      if (begins && lines.length > 0) blocks.push(lines.splice(0).join('\n').trimEnd());
      blank = line === '';
      fence = FENCE.exec(line)?.[0] ?? '';
    } else if (line.trimEnd() === fence) fence = '';
    lines.push(line);
  }
  if (lines.some((line) => line !== '')) blocks.push(lines.join('\n').trimEnd());
  return blocks.filter((block) => block !== '');
}

/** A line that opens a fence, also in a quote or behind the mark of a list. */
const OPENING = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,})([^`]*)$/;
/** The rule below the head of a table. */
const RULE = /^\|(?: *:?-+:? *\|)+$/;
/** Characters of code that are worth the beginning of a fence. */
const LEAST_CODE = 40;

interface Fence {
  /** Marks of quotes and white space before each line of the code. */
  readonly prefix: string;
  readonly open: string;
  readonly close: string;
}

/**
 * A block in parts of at most so many characters, cut between lines. Code is fenced in each part,
 * also in a quote or a list, and each part of a table has its head.
 */
export function cutBlock(block: string, most: number): string[] {
  const lines = block.split('\n');
  const cutter = new BlockCutter(most, tableHead(lines, most / 2));
  for (const line of lines) cutter.add(line);
  return cutter.parts();
}

/** Head and rule of a table, where they are short enough for each part. */
const tableHead = ([head = '', rule = '']: readonly string[], most: number): readonly string[] =>
  RULE.test(rule) && head.length + rule.length < most ? [head, rule] : [];

class BlockCutter {
  readonly #most: number;
  readonly #head: readonly string[];
  readonly #parts: string[] = [];
  #lines: string[] = [];
  #size = 0;
  /** Lines that each part begins with. */
  #begun = 0;
  #fence: Fence | null = null;
  /** The fence was opened in an earlier part. */
  #isResumed = false;

  constructor(most: number, head: readonly string[]) {
    this.#most = most;
    this.#head = head;
  }

  add(line: string): void {
    if (this.#fence === null) this.#addText(line);
    else this.#addCode(line, this.#fence);
  }

  parts(): string[] {
    if (this.#lines.length > this.#begun) this.#end();
    return this.#parts;
  }

  #addCode(line: string, fence: Fence): void {
    const isIndented = this.#isResumed && fence.prefix.trim() === '' && line.startsWith(fence.prefix);
    const code = isIndented ? line.slice(fence.prefix.length) : line;
    if (code.trim() === fence.close.trim()) {
      this.#push(code);
      this.#fence = null;
      return;
    }
    const reserved = fence.close.length + 1;
    for (const piece of slices(code, Math.max(20, this.#most - fence.open.length - reserved - 1)))
      this.#fit(piece, reserved);
  }

  #addText(line: string): void {
    const fence = fenceOf(line);
    if (fence !== null) {
      this.#fit(line, Math.min(fence.close.length + LEAST_CODE, this.#most - line.length));
      this.#fence = fence;
      this.#isResumed = false;
      return;
    }
    const head = this.#head.reduce((sum, each) => sum + each.length + 1, 0);
    for (const piece of slices(line, Math.max(20, this.#most - head))) this.#fit(piece, 0);
  }

  /** @param reserved characters that are to be left */
  #fit(line: string, reserved: number): void {
    const isFull = this.#size + line.length + reserved > this.#most;
    if (isFull && this.#lines.length > this.#begun) this.#end();
    this.#push(line);
  }

  #push(line: string): void {
    this.#lines.push(line);
    this.#size += line.length + 1;
  }

  #end(): void {
    const fence = this.#fence;
    if (fence !== null) this.#lines.push(fence.close);
    this.#parts.push(this.#lines.join('\n'));
    this.#lines = [];
    this.#size = 0;
    for (const line of fence === null ? this.#head : [fence.open]) this.#push(line);
    this.#begun = this.#lines.length;
    this.#isResumed = fence !== null;
    if (fence?.prefix.trim() === '') this.#fence = { ...fence, close: fence.close.trimStart() };
  }
}

function fenceOf(line: string): Fence | null {
  const [, marks, ticks = '', language = ''] = OPENING.exec(line) ?? [];
  if (marks === undefined) return null;
  const prefix = marks.replace(/[^ \t>]/g, ' ');
  const resumed = prefix.trim() === '' ? '' : prefix;
  return { prefix, open: `${resumed}${ticks}${language}`, close: `${prefix}${ticks}` };
}

/** A line in parts, between words where there are some, never within a surrogate pair. */
function slices(line: string, most: number): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most);
    const at = space > most / 2 ? space + 1 : /[\ud800-\udbff]/.test(rest[most - 1] ?? '') ? most - 1 : most;
    parts.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at);
  }
  parts.push(rest);
  return parts;
}
