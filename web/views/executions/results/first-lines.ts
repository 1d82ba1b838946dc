/** The summary of an answer of JSON lines, and the first lines that follow. */
export interface FirstLines<Line> {
  readonly summary: Line;
  readonly lines: readonly Line[];
  /** True if there are more: only the file has them all. */
  readonly cut: boolean;
}

/** Number of lines that a view shows. */
export const SHOWN_LINES = 500;

/** Reads the summary and the first lines, but not the rest of the answer. */
export async function firstLines<Line>(response: Response, shown = SHOWN_LINES): Promise<FirstLines<Line>> {
  const lines: Line[] = [];
  let cut = false;
  for await (const line of linesOf(response)) {
    cut = lines.length > shown;
    if (cut) break;
    lines.push(JSON.parse(line) as Line);
  }
  const [summary, ...rest] = lines;
  if (summary === undefined) throw new Error('the server sent no counts');
  return { summary, lines: rest, cut };
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
    if (rest !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
