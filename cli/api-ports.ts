import { appDownloads } from '#adapters/embedded/app-downloads.ts';
import { decodeBody } from '#adapters/http/content-coding.ts';
import type { ApiPorts } from '#api/api-ports.ts';
import type { Embedded } from '#cli/wiring.ts';
import type { Runner } from '#core/execution/runner.ts';

/** What the app works with on this machine. */
export const apiPorts = (surf: Embedded, runner: Runner): ApiPorts => ({
  ...surf,
  runner,
  decodeBody,
  downloads: appDownloads,
});
