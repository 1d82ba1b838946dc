/** Bytes per part. */
const PART_BYTES = 64 * 1024;

/**
 * Streams a body while it is made, at the reader's pace; a reader who leaves ends the work. An
 * error before the first part is thrown here, while a problem can still be answered; a later one
 * breaks the answer off.
 */
export async function streamOf(parts: AsyncGenerator<string | Uint8Array>): Promise<ReadableStream<Uint8Array>> {
  const bodies = inParts(parts);
  let ahead: IteratorResult<Uint8Array> | null = await bodies.next();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = ahead ?? (await bodies.next());
        ahead = null;
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await bodies.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* inParts(parts: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of parts) {
    const next = typeof part === 'string' ? Buffer.from(part) : part;
    held.push(next);
    bytes += next.length;
    if (bytes < PART_BYTES) continue;
    yield Buffer.concat(held, bytes);
    held = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(held, bytes);
}
