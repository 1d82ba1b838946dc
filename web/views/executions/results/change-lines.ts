import type { DiffLine } from '#api/client/schema.ts';

/** What the view shows of a diff: its counts, and the first pages that differ. */
export interface FirstChanges {
  readonly summary: DiffLine;
  readonly changes: readonly DiffLine[];
  /** There are more: only the file has them all. */
  readonly cut: boolean;
}

/** Pages that the view shows. */
export const SHOWN_CHANGES = 500;

/** Reads the counts and the first changes, and leaves the rest of the answer unread. */
export async function firstChanges(response: Response, shown = SHOWN_CHANGES): Promise<FirstChanges> {
  const lines: DiffLine[] = [];
  let isCut = false;
  for await (const line of linesOf(response)) {
    isCut = lines.length > shown;
    if (isCut) break;
    lines.push(JSON.parse(line) as DiffLine);
  }
  const [summary, ...changes] = lines;
  if (summary === undefined) throw new Error('the server sent no counts');
  return { summary, changes, cut: isCut };
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
