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

/**
 * A block in parts of at most so many characters, cut between lines; each part of a fenced block is
 * fenced.
 */
export function cutBlock(block: string, most: number): string[] {
  const fence = FENCE.exec(block)?.[0] ?? '';
  const lines = block.split('\n');
  const head = fence === '' ? '' : `${lines.shift()}\n`;
  if (fence !== '') lines.pop();
  const tail = fence === '' ? '' : `\n${fence}`;
  const room = Math.max(20, most - head.length - tail.length);
  const parts: string[] = [];
  let part = '';
  for (const line of lines.flatMap((each) => slices(each, room))) {
    if (part !== '' && part.length + 1 + line.length > room) {
      parts.push(part);
      part = '';
    }
    part += part === '' ? line : `\n${line}`;
  }
  if (part !== '') parts.push(part);
  return parts.map((each) => head + each + tail);
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
