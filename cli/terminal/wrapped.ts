/**
 * Wraps text at spaces into lines of at most `width` characters; a longer word gets a separate
 * line.
 */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

const [LEAST, MOST, WITHOUT_TERMINAL] = [60, 120, 100];

/** Width of the help in characters: the terminal's, from 60 to 120; 100 without a terminal. */
export const helpWidth = (columns: number | undefined): number =>
  columns === undefined ? WITHOUT_TERMINAL : Math.min(MOST, Math.max(LEAST, columns));
