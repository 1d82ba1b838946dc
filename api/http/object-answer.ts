import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type { ApiEnv, ApiPorts } from '#api/http/api-ports.ts';
import { streamOf } from '#api/http/stream.ts';
import { isoTime } from '#api/schemas/iso-time.ts';
import { DownloadLink } from '#api/schemas/results/download.ts';
import type { Archive } from '#core/archive/archive.ts';
import type { DownloadName } from '#core/archive/downloads.ts';
import { SurfError } from '#core/error.ts';

/** Bytes that Surf reads and sends at once. */
const PART_BYTES = 1024 * 1024;
/** Most bytes of one range: more than any archived answer has. */
const MOST_RANGE_BYTES = 80 * 1024 * 1024;

/** An object of the archive, and the file name to save it under. */
export interface ObjectFile extends DownloadName {
  readonly object: string;
}

const binary = z.string().openapi({ format: 'binary' });

export const MOVED = {
  description: 'They are there, for 15 minutes, without credentials.',
  headers: { Location: { schema: { type: 'string' as const } } },
};

/** Documented responses of a route that returns an object. */
export const objectResponses = (mediaType: string) => ({
  200: {
    description: 'Its bytes, or where they are.',
    content: { [mediaType]: { schema: binary }, 'application/json': { schema: DownloadLink } },
  },
  206: {
    description: 'The bytes that `Range` names, or the first of them.',
    content: { [mediaType]: { schema: binary } },
  },
  307: MOVED,
});

/**
 * Answers with a link to the object or with its bytes: all, or the one requested `Range`.
 * @throws SurfError OBJECT_NOT_FOUND; RANGE_UNSATISFIABLE for a range past its end
 */
export async function objectAnswer(
  c: Context<ApiEnv>,
  ports: Pick<ApiPorts, 'downloads' | 'archive'>,
  file: ObjectFile,
): Promise<Response> {
  return (
    (await movedAnswer(c, ports, file)) ??
    (await rangeAnswer(c, ports.archive, file)) ??
    (await bytesAnswer(c, file, bytesOf(ports.archive, file.object)))
  );
}

/** Answers with the object's bytes if they fit into one answer, else as `objectAnswer`. */
export async function fileAnswer(
  c: Context<ApiEnv>,
  ports: Pick<ApiPorts, 'downloads' | 'archive'>,
  { bytes, ...file }: ObjectFile & { readonly bytes: number },
): Promise<Response> {
  const fits = bytes <= (ports.downloads.mostAnswerBytes ?? Number.POSITIVE_INFINITY);
  return fits ? await bytesAnswer(c, file, bytesOf(ports.archive, file.object)) : await objectAnswer(c, ports, file);
}

/** Answers with a link to the object; null if the app must send the bytes itself. */
export async function movedAnswer(
  c: Context<ApiEnv>,
  { downloads, archive }: Pick<ApiPorts, 'downloads' | 'archive'>,
  { object, ...as }: ObjectFile,
): Promise<Response | null> {
  const link = await downloads.link(object, as);
  if (link === null) return null;
  await archive.range(object, 0, 1); // a link to nothing would give the store's error, in XML
  if (c.req.header('accept') !== 'application/json') return c.redirect(link.url, 307);
  return c.json({ url: link.url, expiresAt: isoTime(link.expiresAt) } satisfies DownloadLink, 200);
}

/** Streams bytes while they are made. */
export async function bytesAnswer(
  c: Context<ApiEnv>,
  as: DownloadName,
  bytes: AsyncGenerator<Uint8Array | string>,
): Promise<Response> {
  return c.body(await streamOf(bytes), 200, headersOf(as));
}

/**
 * Answers with the requested range; null without one, or for a range that may be ignored (RFC 9110
 * §14.2).
 */
async function rangeAnswer(c: Context<ApiEnv>, archive: Archive, file: ObjectFile): Promise<Response | null> {
  const asked = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(c.req.header('range') ?? '');
  const [from, to] = [Number(asked?.[1]), Number(asked?.[2])];
  if (asked === null || to < from) return null;
  const bytes = await archive.range(file.object, from, Math.min(to - from + 1, MOST_RANGE_BYTES));
  if (bytes.length === 0) throw behindEnd(from);
  const range = `bytes ${from}-${from + bytes.length - 1}/*`;
  return c.body(new Uint8Array(bytes), 206, { ...headersOf(file), 'Content-Range': range });
}

const headersOf = ({ fileName, mediaType }: DownloadName) => ({
  'Content-Type': mediaType,
  'Content-Disposition': `attachment; filename="${fileName}"`,
});

async function* bytesOf(archive: Archive, object: string): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; offset += PART_BYTES) {
    const part = await archive.range(object, offset, PART_BYTES);
    if (part.length > 0) yield part;
    if (part.length < PART_BYTES) return;
  }
}

const behindEnd = (from: number): SurfError =>
  new SurfError('RANGE_UNSATISFIABLE', `Range: the object has no byte ${from}`, {
    remedy: 'request bytes before its end, or leave the header out',
  });
