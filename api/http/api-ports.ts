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
import type { SampleRequest } from '#engine/estimate/sample-request.ts';
import type { ExportTools } from '#engine/export/export-execution.ts';
import type { FindFile } from '#engine/export-file/export-file.ts';
import type { Preview, PreviewRequest } from '#engine/preview/preview.ts';
import type { SearchTools } from '#engine/search/search-execution.ts';
import type { BodyDecoder } from '#engine/verify/audit/audit.ts';

/** What the app works with; embedded and deployed they are different adapters. */
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
  /** Links to objects that need not pass the app. */
  readonly downloads: Downloads;
  /**
   * Signs of life of what drives executions.
   * @default nobody records them: the deadline of a run tells, as it does to the watchdog
   */
  readonly drivers?: DriverWatch;
  /**
   * What crawls are charged by.
   * @default list prices of us-east-1; the machine is the user's, and an estimate has no cost
   */
  readonly prices?: Prices;
  readonly clock: Clock;
  readonly random: RandomId;
  readonly runner: Runner;
  /** Fetches one URL, where only its caller can be harmed. */
  readonly preview: (request: PreviewRequest) => Promise<Preview>;
  /** Looks at the sites of a workflow, there, too. */
  readonly sample: (request: SampleRequest) => Promise<SiteSample>;
  /**
   * Secrets of users, where the app may read them: a start is refused at once.
   * @default it may not: the execution pauses before its first request
   */
  readonly readableSecrets?: Secrets;
  /** The plug-ins of the operator. @default none: a workflow that uses one is refused */
  readonly plugins?: readonly PluginTerms[];
  /** Threads that read the texts of many pages; null: the app has no time for them in an answer. */
  readonly exports: ExportTools | null;
  /** The file of an export. */
  readonly file: FindFile;
  /** Reads the PDF of one page, in a thread that ends with its request. */
  readonly texts: () => MainTexts;
  /** What changed between two executions. */
  readonly changes: FindChanges;
  /** The faults of a crawled site. */
  readonly issues: FindIssues;
  /** Indexes for searches, and how a missing one is built. */
  readonly search: SearchTools;
  /** From whom e-mail goes, and to whom it may; null: none is sent. */
  readonly mail: MailPolicy | null;
  /** Topics of SNS that may be told. */
  readonly topics: readonly string[];
  /** Removes a Content-Encoding, as the fetcher does. */
  readonly decodeBody: BodyDecoder;
}

/** Finds out who the caller is. @throws SurfError SIGN_IN_REQUIRED, SIGN_IN_INVALID */
export type Identify = (request: Request) => Promise<Caller>;

/**
 * Answers a request of a caller who is known.
 * @param of its path as the routes see it, with escapes decoded; its body, which was received: null
 * is none
 * @throws SurfError SERVER_BUSY, REQUEST_TOO_COSTLY
 */
export type AnswerElsewhere = (
  request: Request,
  of: { readonly caller: Caller; readonly path: string; readonly body: Uint8Array<ArrayBuffer> | null },
) => Promise<Response>;

/** Of what comes before the routes. */
export interface FrontOptions {
  readonly identify: Identify;
  /** Of the software, as `GET /health` shows it. */
  readonly version: string;
  /** What `GET /config.json` tells everyone. @default no issuer; stage `local`; no demo */
  readonly config?: PublicConfig;
  /**
   * The path under which callers see the API: `/`, or a stage's prefix, which ends with one.
   * @default `/`
   */
  readonly base?: string;
  /**
   * Is told of every error that is answered as 5xx, with its cause: a caller learns less.
   * @default nobody is
   */
  readonly onFault?: (error: unknown, of: { readonly requestId: string; readonly path: string }) => void;
}

export interface ApiOptions extends FrontOptions {
  /**
   * Where a workflow or a start says nothing.
   * @default the workflow's own default, and no exemptions
   */
  readonly defaults?: Defaults;
}

/** What a deployment, or `surf serve` with its flags, gives to everybody who crawls with it. */
export interface Defaults {
  /** @default that of the workflow */
  readonly userAgent?: string;
  /**
   * Days that an execution is kept after its end, where its workflow says none.
   * @default for ever
   */
  readonly retentionDays?: number | null;
  /** The operator of the deployment has opened these: no right is needed. */
  readonly settings: RunSettings;
}

/** What everyone may know of a server, also who is not signed in. */
export interface PublicConfig {
  readonly issuer?: string | null;
  readonly clientId?: string | null;
  readonly stage?: string;
  /** Address of a made-up site that is beside the server. */
  readonly demo?: string | null;
}

/** What the middleware leaves for the handlers. */
export interface ApiEnv {
  Variables: { caller: Caller; requestId: string };
}
