import type { MainTexts } from '#core/content/main-texts.ts';
import { SurfError } from '#core/error.ts';
import type { Scratch } from '#core/export/scratch.ts';
import { zipOf } from '#core/export/zip-file.ts';
import type { ExecutionId } from '#core/model/ids.ts';
import { withoutNearCopies } from '#engine/duplicates/duplicate-report.ts';
import { EXPORT_FORMATS, type ExportFormat, type FormatName } from '#engine/export/formats.ts';
import {
  type Chunks,
  type ExportEntry,
  type ExportJob,
  type ExportOptions,
  USUAL_OPTIONS,
} from '#engine/export/job/export-job.ts';
import { archiveSupply } from '#engine/export/supply/archive-supply.ts';
import type { ExportSource } from '#engine/export/supply/export-supply.ts';

/** A scratch, and the way to remove it. */
export interface OpenScratch {
  readonly scratch: Scratch;
  close(): Promise<void>;
}

/** Tools that exports need besides the execution. */
export interface ExportTools {
  openScratch(): Promise<OpenScratch>;
  /** Opens the texts of one export, which closes them. */
  readonly texts: () => MainTexts;
}

/** An export as one file. */
export interface ExportRequest {
  readonly id: ExecutionId;
  readonly format: FormatName;
  /** The format's file, or a ZIP of its folder. @default the file, if the format has one */
  readonly as?: 'file' | 'zip' | undefined;
  readonly options?: Partial<ExportOptions>;
}

/** Name and media type of an export's file. */
export interface ExportFile {
  readonly fileName: string;
  readonly mediaType: string;
}

const ZIP: Omit<ExportFile, 'fileName'> = { mediaType: 'application/zip' };

/** @throws SurfError REQUEST_INVALID for a form that the format has not */
export function exportFileOf({ id, format: name, as }: ExportRequest): ExportFile {
  const format: ExportFormat = EXPORT_FORMATS[name];
  if (isZip(format, as)) {
    if (format.folder === undefined) throw hasNo(name, 'folder', 'leave as=zip out');
    return { fileName: `${id}-${name}.zip`, ...ZIP };
  }
  const { suffix, mediaType } = format;
  if (format.file === undefined || suffix === undefined || mediaType === undefined)
    throw hasNo(name, 'single file', 'leave as=file out: it comes as a ZIP');
  return { fileName: `${id}-${name}${suffix}`, mediaType };
}

/**
 * Makes an export while it is read, in bounded memory. The scratch is removed when it ends, also
 * when its reader leaves.
 * @throws SurfError EXECUTION_NOT_FOUND, OUTPUT_NOT_KEPT, OBJECT_CORRUPT
 */
export async function* exportExecution(
  source: ExportSource,
  tools: ExportTools,
  { id, format: name, as, options }: ExportRequest,
): AsyncGenerator<Uint8Array | string> {
  const format: ExportFormat = EXPORT_FORMATS[name];
  const { scratch, close } = await tools.openScratch();
  try {
    const job = await withoutNearCopies(exportJob(source, { id, scratch, texts: tools.texts, options }));
    if (!isZip(format, as)) yield* format.file?.(job) ?? [];
    else if (format.folder) yield* zipOf(zipEntries(format.folder(job), new Date(source.clock.now())));
  } finally {
    await close();
  }
}

interface JobParts extends Pick<ExportJob, 'id' | 'scratch' | 'texts'> {
  readonly options?: Partial<ExportOptions> | undefined;
}

/** A job over one place. */
export const exportJob = (source: ExportSource, { options, ...parts }: JobParts): ExportJob => ({
  ...parts,
  supply: archiveSupply(source),
  tally: { files: 0, items: 0, bytes: 0 },
  options: { ...USUAL_OPTIONS, ...options },
});

const isZip = ({ file }: ExportFormat, as: ExportRequest['as']): boolean => as === 'zip' || file === undefined;

async function* zipEntries(entries: AsyncIterable<ExportEntry>, lastModified: Date) {
  for await (const { path, content } of entries) {
    const input = content instanceof Uint8Array ? content : bytesOf(content);
    yield { name: path, input, lastModified };
  }
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

const hasNo = (name: FormatName, what: string, remedy: string): SurfError =>
  new SurfError('REQUEST_INVALID', `as: the format ${name} has no ${what}`, { remedy });
