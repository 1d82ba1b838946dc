import { appDownloads } from '#adapters/embedded/app-downloads.ts';
import { decodeBody } from '#adapters/http/content-coding.ts';
import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { ThreadExtraction } from '#adapters/threads/thread-extraction.ts';
import type { ApiPorts } from '#api/http/api-ports.ts';
import type { Embedded } from '#compose/compose-local.ts';
import { EXTRACTION_THREAD } from '#compose/thread-modules.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { Selection } from '#core/selection/selection.ts';
import { type PreviewRequest, preview } from '#engine/preview.ts';

/**
 * The ports of the API on this machine.
 * @param extractionHeapMb of the thread that extracts for previews. @default what it has in a crawl
 */
export function apiPorts(surf: Embedded, runner: Runner, extractionHeapMb?: number): ApiPorts {
  const heap = extractionHeapMb === undefined ? {} : { heapMb: extractionHeapMb };
  const extraction = new ThreadExtraction({ entry: EXTRACTION_THREAD, ...heap });
  const forPreviews = {
    fetcher: createUndiciFetcher,
    extractor: (selection: Selection) => extraction.extractor(selection),
    clock: surf.clock,
  };
  const previews = (request: PreviewRequest) => preview(forPreviews, request);
  return { ...surf, readableSecrets: surf.secrets, runner, decodeBody, downloads: appDownloads, preview: previews };
}
