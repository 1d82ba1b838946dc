/**
 * Text in lines of at most `width` characters, broken at spaces; a longer word has a line to
 * itself.
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

/** Characters of a line of help: the terminal's, from 60 to 120; 100 where there is no terminal. */
export const helpWidth = (columns: number | undefined): number =>
  columns === undefined ? WITHOUT_TERMINAL : Math.min(MOST, Math.max(LEAST, columns));
