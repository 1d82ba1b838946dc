import type { Archive } from '#core/archive/archive.ts';
import type { Downloads } from '#core/archive/downloads.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { Clock, RandomId } from '#core/execution/clock.ts';
import type { RequestBook } from '#core/execution/request-book.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitBook } from '#core/execution/unit-book.ts';
import type { AccountBook } from '#core/identity/account-book.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { HostBook } from '#core/politeness/host-book.ts';
import type { WorkflowBook } from '#core/workflow/workflow-book.ts';
import type { Preview, PreviewRequest } from '#engine/preview.ts';
import type { BodyDecoder } from '#engine/verify/audit.ts';

/** What the app works with; embedded and deployed they are different adapters. */
export interface ApiPorts {
  readonly catalog: Catalog;
  readonly workflows: WorkflowBook;
  readonly requests: RequestBook;
  readonly accounts: AccountBook;
  readonly tasks: TaskIndex;
  readonly units: UnitBook;
  readonly hosts: Pick<HostBook, 'robots'>;
  readonly archive: Archive;
  /** Links to objects that need not pass the app. */
  readonly downloads: Downloads;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly runner: Runner;
  /** Fetches one URL, where nobody but who asks can be harmed. */
  readonly preview: (request: PreviewRequest) => Promise<Preview>;
  /** Removes a Content-Encoding, as the fetcher does. */
  readonly decodeBody: BodyDecoder;
}

/** Finds out who asks. @throws SurfError SIGN_IN_REQUIRED, SIGN_IN_INVALID */
export type Identify = (request: Request) => Promise<Caller>;

export interface ApiOptions {
  readonly identify: Identify;
  /** Of the software, as `GET /health` shows it. */
  readonly version: string;
  /** What `GET /config.json` tells everyone. @default no issuer; stage `local` */
  readonly config?: { readonly issuer: string | null; readonly clientId: string | null; readonly stage: string };
}

/** What the middleware leaves for the handlers. */
export interface ApiEnv {
  Variables: { caller: Caller; requestId: string };
}
