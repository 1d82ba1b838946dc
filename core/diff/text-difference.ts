import { diffArrays } from 'diff';

/** A stretch of text that both versions have, or one of them. */
export interface TextPart {
  readonly is: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Changed words with the lines around them. */
export interface TextHunk {
  /** In the order of the text: a removed part comes before the part that replaces it. */
  readonly parts: TextPart[];
}

/** Word-by-word difference between two versions of a text. */
export interface TextDifference {
  /** Empty: both are the same. */
  readonly hunks: TextHunk[];
  /** Words that only the earlier version has, and that only the later one has; in all hunks. */
  readonly removed: number;
  readonly added: number;
  /** True: there are more hunks than are given. */
  readonly cut: boolean;
}

/** Lines before and after a change that are shown with it. */
const CONTEXT_LINES = 2;
/** Characters of all hunks, above which further ones are left out. */
const MOST_CHARACTERS = 256 * 1024;
/**
 * Lines that are compared one by one; texts that differ in more are taken as a whole. The time of
 * the algorithm (Myers 1986) grows with the square of what differs.
 */
const MOST_LINE_EDITS = 1_000;
/** Words within changed lines that are compared one by one, for the whole text. */
const MOST_WORD_EDITS = 1_500;
/** A word, a number, a run of spaces, or one other character. */
const TOKENS = /\p{L}[\p{L}\p{M}\p{N}_]*|\p{N}+|\s+|./gsu;
const IS_WORD = /^[\p{L}\p{N}]/u;

/**
 * Compares two texts by lines, and by words within the lines that differ. Time and memory are
 * bounded for any texts: texts that differ too much become one removed and one added stretch.
 */
export function textDifference(before: string, after: string): TextDifference {
  const parts = new WordParts();
  const lines = diffArrays(linesOf(before), linesOf(after), { maxEditLength: MOST_LINE_EDITS });
  if (lines === undefined) parts.changed(before, after);
  else for (const [removed, added, same] of runsOf(lines)) parts.addRun(removed, added, same);
  return { ...hunksOf(parts.parts), removed: parts.removed, added: parts.added };
}

/** Lines with their ends: joined, they are the text. */
const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

interface Run {
  readonly value: string[];
  readonly added: boolean;
  readonly removed: boolean;
}

/** A removed stretch, the added one that replaces it, and the stretch after them that both have. */
function* runsOf(lines: readonly Run[]): Generator<readonly [removed: string, added: string, same: string]> {
  let [removed, added] = ['', ''];
  for (const run of lines) {
    const text = run.value.join('');
    if (run.removed) removed += text;
    else if (run.added) added += text;
    else {
      yield [removed, added, text];
      [removed, added] = ['', ''];
    }
  }
  yield [removed, added, ''];
}

/** Collects the parts of a text in their order. */
class WordParts {
  readonly parts: TextPart[] = [];
  removed = 0;
  added = 0;
  #edits = MOST_WORD_EDITS;

  addRun(removed: string, added: string, same: string): void {
    this.changed(removed, added);
    this.#add('same', same);
  }

  /** Compares changed lines word by word, as long as there are edits left. */
  changed(before: string, after: string): void {
    const [old, now] = [before.match(TOKENS) ?? [], after.match(TOKENS) ?? []];
    const isOneSided = old.length === 0 || now.length === 0;
    const words = isOneSided ? undefined : diffArrays([...old], [...now], { maxEditLength: this.#edits });
    if (words === undefined) {
      this.#change(before, after);
      return;
    }
    for (const { value, added, removed } of words) if (added || removed) this.#edits -= value.length;
    for (const [removed, added, same] of runsOf(words)) {
      this.#change(removed, added);
      this.#add('same', same);
    }
  }

  #change(removed: string, added: string): void {
    this.#add('removed', removed);
    this.#add('added', added);
    this.removed += wordsIn(removed);
    this.added += wordsIn(added);
  }

  #add(is: TextPart['is'], text: string): void {
    if (text === '') return;
    const last = this.parts.at(-1);
    if (last?.is !== is) this.parts.push({ is, text });
    else this.parts[this.parts.length - 1] = { is, text: last.text + text };
  }
}

function wordsIn(text: string): number {
  let words = 0;
  for (const [token] of text.matchAll(TOKENS)) if (IS_WORD.test(token)) words += 1;
  return words;
}

/** Cuts the stretches that both have to the lines near a change. */
function hunksOf(parts: readonly TextPart[]): Pick<TextDifference, 'hunks' | 'cut'> {
  const hunks: TextPart[][] = [];
  let hunk: TextPart[] = [];
  let left = MOST_CHARACTERS;
  let cut = false;
  const add = (part: TextPart): void => {
    const text = part.text.slice(0, Math.max(0, left));
    left -= text.length;
    cut ||= text.length < part.text.length;
    if (text !== '') hunk.push({ is: part.is, text });
  };
  const end = (): void => {
    if (hunk.some(({ is }) => is !== 'same')) hunks.push(hunk);
    hunk = [];
  };
  for (const [i, part] of parts.entries()) {
    if (part.is !== 'same') {
      add(part);
      continue;
    }
    const { head, tail } = contextOf(part.text, { isFirst: i === 0, isLast: i === parts.length - 1 });
    add({ is: 'same', text: head });
    if (tail === null) continue;
    end();
    add({ is: 'same', text: tail });
  }
  end();
  return { hunks: hunks.map((hunkParts) => ({ parts: hunkParts })), cut };
}

/** @returns the text's lines near its neighbours; `tail` null: it is shown whole, in `head` */
function contextOf(
  text: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): { readonly head: string; readonly tail: string | null } {
  const lines = linesOf(text);
  const shown = (isFirst ? 0 : CONTEXT_LINES + 1) + (isLast ? 0 : CONTEXT_LINES + 1);
  if (lines.length <= shown) return { head: text, tail: null };
  const head = isFirst ? '' : lines.slice(0, CONTEXT_LINES + 1).join('');
  return { head, tail: isLast ? '' : lines.slice(-CONTEXT_LINES - 1).join('') };
}
