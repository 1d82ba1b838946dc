import { mkdir } from 'node:fs/promises';
import { appDownloads } from '#adapters/embedded/app-downloads.ts';
import { decodeBody } from '#adapters/http/coding/content-coding.ts';
import { FolderScratch, openScratchFolder } from '#adapters/scratch/folder-scratch.ts';
import { TextThreads } from '#adapters/threads/text-threads.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { localMail } from '#compose/local-mail.ts';
import { localSearch } from '#compose/local-search.ts';
import { EXTRACTION_THREAD, TEXT_THREAD } from '#compose/thread-modules.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { Selection } from '#core/selection/selection.ts';
import { auditLines } from '#engine/audit/audit-lines.ts';
import { diffLines } from '#engine/diff/diff-lines.ts';
import { duplicateLines } from '#engine/duplicate-list/duplicate-lines.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import { sampleSite } from '#engine/estimate/sample-site.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import { exportFile } from '#engine/export-file/export-file.ts';
import { type PreviewRequest, preview } from '#engine/preview/preview.ts';
import { buildIndex } from '#engine/search/build-index.ts';

/** Pages up to which an audit compares texts: 2,000 take 16 s of CPU, at each request. */
const MOST_TEXTS = 2_000;

/** Memory limits of a sorter: a table of a crawl needs two, in the 128 MB of a request's thread. */
const SORTER_MEMORY = { lines: 40_000, characters: 8 * 1024 * 1024 };
const TEXT_HEAP_MB = 96;
/** Limit for the memory of an unpacked PDF, in MB. */
const TEXT_OUTSIDE_MB = 64;

const exportTools = (root: string | null): ExportTools => ({
  async openScratch() {
    if (root !== null) await mkdir(root, { recursive: true });
    const { folder, close } = await openScratchFolder(root);
    return { scratch: new FolderScratch(folder, SORTER_MEMORY), close };
  },
  texts: () => new TextThreads({ entry: TEXT_THREAD, threads: 1, heapMb: TEXT_HEAP_MB, outsideMb: TEXT_OUTSIDE_MB }),
});

/**
 * The ports of the API on this machine.
 * @param options.extractionHeapMb heap of the thread that extracts for previews.
 * @default as in a crawl
 * @param options.scratch folder for temporary files; its owner removes it.
 * @default a temporary folder of the system for each export
 */
export function apiPorts(
  surf: Embedded,
  runner: Runner,
  { extractionHeapMb, scratch = null }: { extractionHeapMb?: number; scratch?: string | null } = {},
): ApiPorts {
  const heap = extractionHeapMb === undefined ? {} : { heapMb: extractionHeapMb };
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD, ...heap });
  /** Opens what previews need. The first one loads the HTTP client. */
  const forPreviews = async () => ({
    fetcher: (await import('#adapters/http/undici-fetcher.ts')).createUndiciFetcher,
    extractor: (selection: Selection) => extraction.extractor(selection),
    clock: surf.clock,
  });
  const previews = async (request: PreviewRequest) => await preview(await forPreviews(), request);
  const sample = async (request: SampleRequest) => await sampleSite(await forPreviews(), request);
  const [index, exports] = [localSearch(surf, scratch), exportTools(scratch)];
  const build = buildIndex({ index, archive: surf.archive, accounts: surf.accounts, exports });
  return {
    ...surf,
    readableSecrets: surf.secrets,
    runner,
    decodeBody,
    downloads: appDownloads,
    preview: previews,
    sample,
    exports,
    texts: exports.texts,
    search: { index, build },
    file: async (request) => ({ parts: exportFile({ ...surf, decodeBody }, exports, request) }),
    changes: (request) => diffLines({ ...surf, decodeBody }, exports, request),
    issues: (request) => auditLines({ ...surf, decodeBody }, exports, { ...request, mostTexts: MOST_TEXTS }),
    duplicates: (request) => duplicateLines({ ...surf, decodeBody }, exports, request),
    mail: localMail(surf.data, process.env)?.policy ?? null,
    topics: [],
  };
}
