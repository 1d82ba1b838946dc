import type { Archive } from '#core/archive/archive.ts';
import type { Downloads } from '#core/archive/downloads.ts';
import type { MainTexts } from '#core/content/main-texts.ts';
import type { Prices } from '#core/cost/prices.ts';
import type { SiteSample } from '#core/estimate/site-sample.ts';
import type { Catalog } from '#core/execution/catalog.ts';
import type { DriverWatch } from '#core/execution/driver.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import type { IdempotencyStore } from '#core/execution/idempotency-store.ts';
import type { Runner } from '#core/execution/runner.ts';
import type { TaskIndex } from '#core/execution/task-index.ts';
import type { UnitStore } from '#core/execution/unit-store.ts';
import type { AccountStore } from '#core/identity/account-store.ts';
import type { Caller } from '#core/identity/caller.ts';
import type { Clock, RandomId } from '#core/model/clock.ts';
import type { MailPolicy } from '#core/notify/mail-policy.ts';
import type { SubscriptionStore } from '#core/notify/subscription-store.ts';
import type { PluginTerms } from '#core/plugin/plugin.ts';
import type { HostStore } from '#core/politeness/hosts/host-store.ts';
import type { ScheduleStore } from '#core/schedule/schedule-store.ts';
import type { Secrets } from '#core/secrets/secrets.ts';
import type { WorkflowStore } from '#core/workflow/workflow-store.ts';
import type { FindIssues } from '#engine/audit/audit-lines.ts';
import type { FindChanges } from '#engine/diff/diff-lines.ts';
import type { FindDuplicates } from '#engine/duplicate-list/duplicate-lines.ts';
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { FindFile } from '#engine/export-file/export-file.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';
import type { SearchTools } from '#engine/search/search-execution.ts';
import type { BodyDecoder } from '#engine/verify/audit/audit.ts';

/** Ports of the app; embedded and deployed Surf have different adapters. */
export interface ApiPorts {
  readonly catalog: Catalog;
  readonly workflows: WorkflowStore;
  readonly requests: IdempotencyStore;
  readonly schedules: ScheduleStore;
  readonly subscriptions: SubscriptionStore;
  readonly accounts: AccountStore;
  readonly tasks: TaskIndex;
  readonly units: UnitStore;
  readonly hosts: Pick<HostStore, 'robots'>;
  readonly archive: Archive;
  /** Creates links to objects that clients fetch without the app. */
  readonly downloads: Downloads;
  /**
   * Heartbeats of the drivers of executions.
   * @default Surf records none: the deadline of a run decides, as it does for the watchdog
   */
  readonly drivers?: DriverWatch;
  /**
   * Prices that crawls are charged by.
   * @default list prices of us-east-1; the machine is the user's, and an estimate has no cost
   */
  readonly prices?: Prices;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly runner: Runner;
  /** Fetches one URL in a place where only its caller can be harmed. */
  readonly preview: (request: PreviewRequest) => Promise<Preview>;
  /** Samples the sites of a workflow, in such a place too. */
  readonly sample: (request: SampleRequest) => Promise<SiteSample>;
  /**
   * Users' secrets, if the app may read them: then a start is refused at once if one is missing.
   * @default it may not: the execution pauses before its first request
   */
  readonly readableSecrets?: Secrets;
  /** The plug-ins of the operator. @default none: a workflow that uses one is refused */
  readonly plugins?: readonly PluginTerms[];
  /**
   * Threads that read the texts of many pages; null if the app has no time for them in an answer.
   */
  readonly exports: ExportTools | null;
  /** Finds or builds the file of an export. */
  readonly file: FindFile;
  /** Reads the PDF of one page, in a thread that ends with its request. */
  readonly texts: () => MainTexts;
  /** Finds the changes between two executions. */
  readonly changes: FindChanges;
  /** Finds the faults of a crawled site. */
  readonly issues: FindIssues;
  /** Finds the pages with nearly the same text. */
  readonly duplicates: FindDuplicates;
  /** The search indexes, and the builder of a missing one. */
  readonly search: SearchTools;
  /** Sender and permitted recipients of e-mail; null if none is sent. */
  readonly mail: MailPolicy | null;
  /** SNS topics that may receive messages. */
  readonly topics: readonly string[];
  /** Removes a Content-Encoding, as the fetcher does. */
  readonly decodeBody: BodyDecoder;
}

/** Identifies the caller. @throws SurfError SIGN_IN_REQUIRED, SIGN_IN_INVALID */
export type Identify = (request: Request) => Promise<Caller>;

/**
 * Forwards a request of an authenticated caller, and returns the answer.
 * @param of its path as the routes see it, with escapes decoded; the received body, null if there
 * is none
 * @throws SurfError SERVER_BUSY, REQUEST_TOO_COSTLY
 */
export type AnswerElsewhere = (
  request: Request,
  of: { readonly caller: Caller; readonly path: string; readonly body: Uint8Array<ArrayBuffer> | null },
) => Promise<Response>;

/** Options of the part before the routes. */
export interface FrontOptions {
  readonly identify: Identify;
  /** Version of the software, as `GET /health` shows it. */
  readonly version: string;
  /** Public configuration for `GET /config.json`. @default no issuer; stage `local`; no demo */
  readonly config?: PublicConfig;
  /**
   * The path under which callers see the API: `/`, or a stage's prefix with a trailing slash.
   * @default `/`
   */
  readonly base?: string;
  /**
   * The id of a request, which its answer and the log name.
   * @param environment the environment of the request, as Hono hands it on
   * @default a random one
   */
  readonly requestId?: (environment: unknown) => string | undefined;
  /**
   * Called for every error that is answered as 5xx, with its cause: the caller learns less.
   * @default no callback
   */
  readonly onFault?: (error: unknown, of: { readonly requestId: string; readonly path: string }) => void;
}

export interface ApiOptions extends FrontOptions {
  /**
   * Values for fields that a workflow or a start leaves out.
   * @default the workflow's own default, and no exemptions
   */
  readonly defaults?: Defaults;
}

/**
 * Settings that a deployment, or `surf serve` with its flags, gives everybody who crawls with it.
 */
export interface Defaults {
  /** @default that of the workflow */
  readonly userAgent?: string;
  /**
   * Days that an execution is kept after its end, if its workflow sets none.
   * @default for ever
   */
  readonly retentionDays?: number | null;
  /** Settings that the operator opened to everybody: they need no right. */
  readonly settings: RunSettings;
}

/** Public facts about a server, shown without sign-in. */
export interface PublicConfig {
  readonly issuer?: string | null;
  readonly clientId?: string | null;
  readonly stage?: string;
  /** Address of the made-up demo site beside the server. */
  readonly demo?: string | null;
}

/** Variables that the middleware sets for the handlers. */
export interface ApiEnv {
  Variables: { caller: Caller; requestId: string };
}
