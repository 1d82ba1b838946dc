// Made from api/openapi.json by `npm run openapi` and `npm run check`; do not edit.

export type Health = {
  status: "ok";
  version: string;
};

export type Config = {
  /** OpenID provider; null: sign in by API key, or, on this machine, not at all. */
  issuer: string | null;
  clientId: string | null;
  /** Name of the deployment; `local` for a server on this machine. */
  stage: string;
  version: string;
  /** A made-up site beside the server, to crawl as a trial; null: there is none. */
  demo: string | null;
};

export type WorkflowPage = {
  items: WorkflowSummary[];
  next: string | null;
};

export type WorkflowSummary = {
  id: string;
  owner: string;
  name: string;
  /** The newest. */
  version: number;
  createdAt: string;
  updatedAt: string;
};

export type Problem = {
  /** `urn:surf:error:` and the code; docs/reference/errors.md explains each. */
  type: string;
  /** The fault, in the words of the user. */
  title: string;
  status: number;
  /** Never renamed: match this. */
  code: string;
  /** What to do about it. */
  remedy: string | null;
  requestId: string;
  range?: ArchiveRange;
};

/** Only with ANSWER_TOO_LARGE: a WARC record, gzipped. */
export type ArchiveRange = {
  /** Of the whole object; needs no credentials. */
  url: string;
  /** To be sent as `Range`. */
  range: string;
  expiresAt: string;
};

export type Workflow = WorkflowSummary & {
  definition: WorkflowDefinition;
};

export type WorkflowDefinition = {
  /** Shown in lists. @default "crawl" */
  name?: string;
  /** Other values instead of the defaults, see “Presets”; a given field wins. @default null */
  preset?: "cis5550" | null;
  /** Start addresses, absolute http(s) URLs; duplicates collapse. */
  seeds: string[];
  /** Sitemaps, indexes and feeds whose entries are crawled, see “Sitemaps”. auto: those that robots.txt names; or absolute http(s) URLs, read beside the seeds. @default "off" */
  sitemaps?: "auto" | "off" | string[];
  /** @default {} */
  scope?: {
    /** host: the seeds' hosts; domain: the longest common suffix of the seeds of a registrable domain; path: below the seeds' directories; any: everything. @default "host" */
    mode?: "any" | "domain" | "host" | "path";
    /** RE2 expression, unanchored, over the whole URL: only what it finds is followed. Seeds are exempt. @default null */
    urlSelector?: string | null;
    /** Patterns (globs, path globs, `re:` expressions): only what one of them matches is followed; empty = everything. Seeds are exempt. @default [] */
    include?: string[];
    /** Patterns of URLs that are not crawled, seeds included. @default [] */
    exclude?: string[];
    /** Patterns, or bare host names (with all hosts below), of what is never requested, seeds included. @default [] */
    blacklist?: string[];
    /** File extensions of the path that are not followed, without dot, any case. Seeds are exempt. @default [] */
    ignoreExtensions?: string[];
    /** Schemes that are crawled. @default ["http","https"] */
    schemes?: ("http" | "https")[];
    /** Characters of a URL; a longer one is skipped(url-too-long). @default 2083 */
    maxUrlLength?: number;
  };
  /** @default {} */
  links?: {
    /** Kinds of links that are followed; `link` is rel=next of a link element or Link header. @default ["a","area","iframe","frame","refresh","link"] */
    follow?: ("a" | "area" | "iframe" | "frame" | "refresh" | "link" | "canonical" | "alternate")[];
    /** Does nofollow of rel, robots meta and X-Robots-Tag count? @default "obey" */
    nofollow?: "obey" | "ignore";
  };
  /** @default {} */
  key?: {
    /** Does the order of query parameters not count? @default false */
    sortQuery?: boolean;
    /** Query parameters that do not count: names (any case, `*` at the end), or the presets `sessions` (also `;jsessionid=` in the path) and `tracking`. @default [] */
    dropParameters?: string[];
    /** fold: `/index.html` (htm, php, asp, aspx, jsp; also `default`) is the same page as `/`. @default "keep" */
    indexPage?: "keep" | "fold";
    /** fold: `/a/` is the same page as `/a`. @default "keep" */
    trailingSlash?: "keep" | "fold";
  };
  /** @default {} */
  traps?: {
    /** Segments of a path; a deeper one is skipped(trap). Seeds are exempt. @default 30 */
    pathDepth?: number | null;
    /** Times that a path may have one segment, anywhere in it; more is skipped(trap). Segments of digits only (dates) do not count. Seeds are exempt. @default 4 */
    repeatedSegments?: number | null;
    /** Addresses that are admitted of one pattern: host, path and query with every number in them read as `#`. The first in rank order are; the others are skipped(trap). Seeds and redirect targets are exempt. @default null */
    pagesPerPattern?: number | null;
    /** Pages in a row, of addresses that a machine counts or combines, that bring no new text, image or title; what is found of these addresses from then on is skipped(trap). Seeds and redirect targets are exempt. @default 200 */
    barrenPages?: number | null;
  };
  /** @default {} */
  limits?: {
    /** Link distance from the nearest seed; 0 = seeds only. A redirect costs none. @default 10 */
    depth?: number | null;
    /** Pages (stored and notModified) of one level. @default null */
    pagesPerLevel?: number | null;
    /** Pages (stored and notModified) in all; 0 = none is fetched. @default 10000 */
    pages?: number | null;
    /** Pages (stored and notModified) of one host. @default null */
    pagesPerHost?: number | null;
    /** Decoded bytes of one page; a larger one is skipped(too-large), not cut. @default 10485760 */
    pageBytes?: number;
    /** Decoded bytes of all pages; never over by more than one `pageBytes`. @default null */
    totalBytes?: number | null;
    /** Wall-clock seconds while running, without pauses: no request starts later. @default null */
    seconds?: number | null;
    /** List price in USD of the execution's own calls, which it never passes. @default null */
    budgetUsd?: number | null;
  };
  /** depth-first goes with parallelism 1, which is its default then. @default "breadth-first" */
  order?: "breadth-first" | "depth-first";
  /** Workers at once. @default 8 */
  parallelism?: number;
  /** Hosts in flight in one worker. @default 100 */
  hostsPerWorker?: number;
  /** The most seconds that one unit of work may take; it ends when its tasks are done. @default 600 */
  unitSeconds?: number;
  /** @default {} */
  politeness?: {
    /** Seconds between the starts of two requests to one host for different URLs; 0 = no spacing. @default 1 */
    delaySeconds?: number;
    /** Connections to one host at once, inside one worker. @default 1 */
    connectionsPerHost?: number;
    /** `ignore` needs the right `ignoreRobots` in a deployment, and is shown on everything of the execution. @default "obey" */
    robots?: "obey" | "ignore";
    /** Which rule of robots.txt decides: the longest that matches (RFC 9309), or the first in the order of the file. @default "longest" */
    robotsMatch?: "longest" | "first";
    /** What a robots.txt that answers 5xx or 429 means. disallow: nothing is allowed, and it is requested again (RFC 9309). allow: there are no rules, and it is requested once. @default "disallow" */
    robotsError?: "disallow" | "allow";
    /** What a Crawl-delay of robots.txt does. raise: the longer of it and `delaySeconds` counts. replace: it takes the place of `delaySeconds`, also when it is smaller. @default "raise" */
    crawlDelay?: "raise" | "replace";
    /** Sent on every request; its product token (letters, `-`, `_`, up to the first other character) picks the robots.txt group. @default "surf-crawler/0.1" */
    userAgent?: string;
    /** @default {} */
    perAddress?: {
      /** Requests a second to one IP address (of IPv6: one /64), under all of its names; null = no bound. At least what delaySeconds allows one host; no bound where that is 0. @default 4 */
      requestsPerSecond?: number | null;
      /** Connections to one IP address at once, inside one worker; at least connectionsPerHost. @default 4 */
      connections?: number;
    };
    /** Tasks that must wait longer are parked and tried beside deeper levels. @default 600 */
    patienceSeconds?: number;
    /** Hours of the day in which sites are crawled, by the clocks of a zone (IANA name, UTC when it is absent): no request starts outside. `to` before `from`: over midnight; `24:00` is its end. @default null */
    window?: {
      from: string;
      to: string;
      /** @default "UTC" */
      zone?: string;
    } | null;
  };
  /** @default {} */
  fetch?: {
    /** Does Surf request each URL by HEAD first, and by GET only when it is a page? Redirects and errors come from the HEAD. @default false */
    headFirst?: boolean;
    /** Seconds for connecting, for the headers, and between two parts of the body. @default 30 */
    timeoutSeconds?: number;
    /** Redirects in a chain; a longer one is skipped(too-many-redirects). @default 10 */
    redirects?: number;
    /** May https servers that want it be spoken to in HTTP/2? Archived in the form of HTTP/1.1. @default false */
    http2?: boolean;
    /** Sent besides: name and text, or {secretRef: NAME} for a secret, whose value is no part of the workflow and goes to the seeds' origins (scheme, host, port) only, see “Secrets”. None of those that frame or identify a request. @default {} */
    headers?: { [name: string]: string | {
      value: string;
      /** @default false */
      secret?: boolean;
    } | {
      secretRef: string;
      /** @default false */
      plainHttp?: boolean;
    } };
    /** Media types that are pages; `text/*` and `*+xml` are wildcards. Others are skipped(content-type). @default ["text/*","application/xhtml+xml","application/xml","application/json","*+xml","*+json"] */
    acceptTypes?: string[];
  };
  /** @default {} */
  retry?: {
    /** Tries in all; 1 = none is repeated. @default 3 */
    attempts?: number;
    /** Failures after which a URL is tried again. @default ["dns","connect","timeout","reset","truncated","http-5xx","http-429","http-408"] */
    on?: ("dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "protocol" | "http-5xx" | "http-429" | "http-408")[];
    /** Seconds before the second try; 0 = no wait. @default 2 */
    backoffSeconds?: number;
    /** Each wait is this many times the one before. @default 2 */
    factor?: number;
  };
  /** @default {} */
  output?: {
    /** Are requests and responses archived as WARC? @default true */
    warc?: boolean;
    /** The link graph: targets: one line per page and distinct target; full: with anchor text, kind and rel. @default "none" */
    links?: "none" | "targets" | "full";
    /** Are images, CSS and scripts, linked as resources of pages, fetched and archived, too? @default false */
    resources?: boolean;
  };
  /** @default {} */
  revisit?: {
    /** Makes each execution a tick of a collection: it asks for the pages that are due, and keeps the others. off: each execution crawls everything. @default "off" */
    policy?: "off" | "adaptive" | "uniform" | "proportional" | "halving";
    /** What a change of a page is. text: another main text, so that dates and counters in menus and footers are none (about 7 ms of CPU a page); bytes: any other byte. @default "text" */
    changesBy?: "text" | "bytes";
    /** Days between two visits of a page: at first, and on average where `requestsPerDay` is null. @default 7 */
    intervalDays?: number;
    /** No page is requested again sooner. @default 0.04 */
    minIntervalDays?: number;
    /** No page is requested again later. @default 60 */
    maxIntervalDays?: number;
    /** Requests a day for known pages, which the policy divides; a tick takes no more than the time since the last one allows. Null: as many as `intervalDays` needs. @default null */
    requestsPerDay?: number | null;
  };
  /** Days from the end of an execution to its deletion with everything it kept, by the server or the deployment; null = never. An execution stays as long as another is based on it (`--base`). @default null */
  retentionDays?: number | null;
  /** Values that Surf takes out of pages, see [selection](selection.md); on the command line a file with it. @default null */
  selection?: {
    /** @default "browser" */
    dom?: "browser" | "fast";
    /** @default {} */
    fields?: WorkflowPartschema0;
    /** @default [] */
    rules?: {
      url?: string[];
      contentType?: string[];
      fields: WorkflowPartschema0;
    }[];
  } | null;
};

export type Preview = {
  url: string;
  redirects: {
    url: string;
    status: number;
  }[];
  outcome: PreviewOutcome;
  /** Secret headers of the workflow. A preview sends none of them: the site may answer otherwise in a crawl. */
  secretsNotSent: string[];
  /** Null: a rule refused the address before anything was asked, or nobody answered. */
  robots: {
    obeyed: boolean;
    allowed: boolean;
    line: number | null;
    pattern: string | null;
    status: number | null;
  } | null;
  answer: {
    url: string;
    status: number;
    headers: {
      name: string;
      value: string;
    }[];
    /** IP address that answered. */
    address: string | null;
    ms: number;
  } | null;
  /** Null: it is no page. */
  page: {
    /** At most 512 characters. */
    title: string | null;
    /** Is the page’s own title longer? */
    titleCut: boolean;
    charset: string;
    canonical: string | null;
    noindex: boolean;
    nofollow: boolean;
    bytes: number;
  } | null;
  links: {
    total: number;
    /** The first 1,000 in the order of the page. */
    items: PreviewLink[];
  };
  /** What the selection policy takes; null when no rule applies. */
  record: { [name: string]: unknown } | null;
  recordErrors: RecordError[];
};

/** What a crawl would make of it; `message` names rule, status or fault. */
export type PreviewOutcome = {
  type: "page";
  reason: null;
  message: null;
} | {
  type: "skipped";
  reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook";
  message: string | null;
} | {
  type: "failed";
  reason: "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "protocol" | "decode" | "http-4xx" | "http-5xx" | "blocked" | "robots-unreachable" | "no-room" | "worker-died" | "stuck" | "internal";
  message: string;
};

export type PreviewLink = {
  to: string;
  kind: string;
  text: string | null;
  /** Would a crawl follow it, but for limits? */
  followed: boolean;
  /** Why the address does not belong to the crawl; null: it does. */
  reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook" | null;
  /** The pattern or value that decided. */
  rule: string | null;
};

export type RecordError = {
  field: string | null;
  code: "too-complex" | "missing" | "type" | "pattern" | "parse" | "too-large";
  message: string;
};

export type PreviewRequest = {
  url: string;
  /** Fields of a WorkflowDefinition whose rules hold; its seeds are the URL when it names none. */
  workflow?: { [name: string]: unknown };
  /** Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody. */
  settings?: {
    /** @default false */
    allowPrivateNetwork?: boolean;
    /** @default [] */
    connectTo?: ({
      host: string | null;
      port: number | null;
      toHost: string | null;
      toPort: number | null;
    })[];
  };
};

export type Execution = ExecutionItem & ({
  levels: LevelCounts[];
  /** Decoded bytes of pages that were not modified since the base. */
  savedBytes: number;
  /** The collection when this tick of it began: known addresses, those that were due, those that are gone (404 or 410 twice), and an estimate of the pages that were as they had been seen, and for how long copies had been out of date, in the mean. Null: no tick, or the first. */
  collection: {
    pages: number;
    due: number;
    gone: number;
    fresh: number;
    ageDays: number | null;
  } | null;
  /** What led to the failure, in words; null: it has not failed, or the reason says it all. */
  cause: string | null;
  /** Seeds that brought no page: how many, and the first ten with the reason in words. */
  deadSeeds: {
    count: number;
    first: DeadSeed[];
  };
  recordFaults: FieldFaults;
  droppedLinks: DroppedLinks;
  patterns: PatternUse;
  /** The last sign of life of a driver that is gone, where it is known. */
  silentSince: string | null;
  /** Spent running, without pauses. It does not count while the driver is gone. */
  seconds: number;
  /** `pages` by `seconds`. */
  pagesPerSecond: number;
  desired: "run" | "pause" | "stop";
  level: number | null;
  wave: number;
  waiting: {
    cause: string;
    until: string;
  } | null;
  /** Hosts that are waited for, and why. */
  hosts: {
    host: string;
    cause: string;
    until: string;
  }[];
  beatAt: string | null;
  limits: Limits;
  cost: {
    pricesOf: string;
    region: string;
    lines: {
      item: string;
      amount: number;
      unit: string;
      usd: number;
    }[];
    lostUsd: number;
  };
});

/** Settled counts: the running wave’s work is not in it. */
export type Counts = {
  discovered: number;
  stored: number;
  notModified: number;
  kept?: number;
  duplicate: number;
  redirected: number;
  skipped: {
    "invalid-url"?: number;
    scheme?: number;
    "url-too-long"?: number;
    "blocked-address"?: number;
    blocklist?: number;
    blacklist?: number;
    excluded?: number;
    "outside-scope"?: number;
    "not-included"?: number;
    "not-selected"?: number;
    extension?: number;
    nofollow?: number;
    robots?: number;
    trap?: number;
    "content-type"?: number;
    "too-large"?: number;
    "too-many-redirects"?: number;
    hook?: number;
  };
  failed: {
    dns?: number;
    connect?: number;
    tls?: number;
    timeout?: number;
    reset?: number;
    truncated?: number;
    protocol?: number;
    decode?: number;
    "http-4xx"?: number;
    "http-5xx"?: number;
    blocked?: number;
    "robots-unreachable"?: number;
    "no-room"?: number;
    "worker-died"?: number;
    stuck?: number;
    internal?: number;
  };
  pending: number;
};

export type LevelCounts = {
  level: number;
  discovered: number;
  planned: number;
  stored: number;
  notModified: number;
  kept?: number;
  duplicate: number;
  redirected: number;
  skipped: number;
  failed: number;
  pending: number;
};

export type DeadSeed = {
  url: string;
  reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "protocol" | "decode" | "http-4xx" | "http-5xx" | "blocked" | "robots-unreachable" | "no-room" | "worker-died" | "stuck" | "internal";
  detail: string;
  why: string;
};

/** Fields of records that have errors: how many records by field and code, and one page of each. */
export type FieldFaults = ({
  field: string | null;
  code: "too-complex" | "missing" | "type" | "pattern" | "parse" | "too-large";
  records: number;
  url: string;
})[];

/** Links that were not read, because their pages bring more new addresses than one page may (100,000), or take 10 s to judge. */
export type DroppedLinks = {
  links: number;
  pages: number;
  first: {
    url: string;
    links: number;
  }[];
};

/** Patterns of the workflow that matched no URL so far. `nothingIncluded`: no include pattern matched, so only the seeds are crawled. */
export type PatternUse = {
  unmatched: {
    count: number;
    first: ({
      field: "include" | "exclude" | "blacklist";
      pattern: string;
    })[];
  };
  nothingIncluded: {
    skipped: number;
    example: string;
  } | null;
};

export type Limits = {
  /** Link distance from the nearest seed; 0 = seeds only. A redirect costs none. @default 10 */
  depth?: number | null;
  /** Pages (stored and notModified) of one level. @default null */
  pagesPerLevel?: number | null;
  /** Pages (stored and notModified) in all; 0 = none is fetched. @default 10000 */
  pages?: number | null;
  /** Pages (stored and notModified) of one host. @default null */
  pagesPerHost?: number | null;
  /** Decoded bytes of one page; a larger one is skipped(too-large), not cut. @default 10485760 */
  pageBytes?: number;
  /** Decoded bytes of all pages; never over by more than one `pageBytes`. @default null */
  totalBytes?: number | null;
  /** Wall-clock seconds while running, without pauses: no request starts later. @default null */
  seconds?: number | null;
  /** List price in USD of the execution's own calls, which it never passes. @default null */
  budgetUsd?: number | null;
};

export type ExecutionItem = {
  execution: string;
  name: string;
  owner: string;
  workflow: {
    id: string;
    version: number;
  };
  status: "queued" | "running" | "waiting" | "paused" | "succeeded" | "limited" | "stopped" | "failed" | "deleting";
  /** Does something drive it? `alive`: it does. `gone`: it is queued, running or waiting, and its driver showed no sign of life for 15 s (deployed: its run is past its deadline): it is interrupted, and `resume` takes it up. `none`: it needs no driver. */
  driver: "alive" | "gone" | "none";
  /** Rules that do not hold for it; each needs a right. */
  exemptions: ("ignoreRobots" | "allowPrivateNetwork")[];
  /** The limit, the failure, or null. */
  reason: string | null;
  /** The execution whose pages Surf requests only if they have changed; null: none. */
  base: string | null;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  counts: Counts;
  /** Stored pages: settled ones, those that were not modified, and those of the running wave. Of a list, ten running waves with 1,000 units together are looked at. */
  pages: number;
  /** Work of the wave that runs; not in the counts yet. */
  live: {
    units: number;
    fetched: number;
    stored: number;
    failed: number;
    bytes: number;
  };
  bytes: number;
  costUsd: number;
};

export type StartRequest = {
  /** Of the workflow; the newest is used else. */
  version?: number;
  /** Each needs the right `allowPrivateNetwork`, unless the server gives it to everybody. */
  settings?: {
    /** @default false */
    allowPrivateNetwork?: boolean;
    /** @default [] */
    connectTo?: ({
      host: string | null;
      port: number | null;
      toHost: string | null;
      toPort: number | null;
    })[];
  };
  /** An ended execution: Surf requests its pages only if they have changed. */
  base?: string;
};

export type ActedExecution = Execution & {
  verification?: Verification;
};

/** Of `verify` only. */
export type Verification = {
  execution: string;
  /** No difference was found. */
  holds: boolean;
  /** The first hundred; the first is nearest to the cause. */
  differences: Difference[];
  /** How many differences there are. */
  total: number;
  counts: Counts;
  levels: LevelCounts[];
  bytes: number;
  waves: number;
  chunks: number;
  pages: number;
  /** Response records that were read whole. */
  records: number;
};

/** Something that is not as the log says; the code is never renamed. */
export type Difference = {
  code: string;
  where: string;
  expected: string;
  found: string;
};

export type ActionRequest = {
  action: "pause";
} | {
  action: "stop";
} | {
  action: "resume";
  limits?: LimitsOverride;
} | {
  action: "continue";
  limits?: LimitsOverride;
} | {
  action: "verify";
};

/** New totals, not additions. Absent limits stay unchanged. */
export type LimitsOverride = {
  depth?: number | null;
  pagesPerLevel?: number | null;
  pages?: number | null;
  pagesPerHost?: number | null;
  pageBytes?: number;
  totalBytes?: number | null;
  seconds?: number | null;
  budgetUsd?: number | null;
};

export type EventPage = {
  items: ExecutionEvent[];
  next: string | null;
};

export type ExecutionEvent = {
  seq: number;
  type: "created" | "started" | "closed" | "died" | "control" | "finished";
  text: string;
  at: string;
};

export type ExecutionPage = {
  items: ExecutionItem[];
  next: string | null;
};

export type ScheduleTimes = {
  /** The next five scheduled times, in UTC. */
  next: string[];
};

export type NewSchedule = {
  /** `rate(6 hours)` or `cron(0 8 ? * MON-FRI *)`, as Amazon EventBridge Scheduler reads them: minutes, hours, day of month, month, day of week, year. */
  when: string;
  /** Time zone of `cron` (IANA name), with its summer time. @default "UTC" */
  zone?: string;
  /** No start before this instant. @default null */
  from?: string | null;
  /** No start after this instant. @default null */
  until?: string | null;
  /** Each start comes up to that much later, by a delay that belongs to the scheduled time. @default 0 */
  jitterSeconds?: number;
  /** What happens while the execution before still runs. skip: nothing starts; queue: one starts when it has ended; stop-previous: it is stopped first. @default "skip" */
  overlap?: "skip" | "queue" | "stop-previous";
  /** Times that passed while nothing could start them. none: they are left out; one: one execution starts for all. @default "none" */
  catchUp?: "none" | "one";
  /** false: nothing starts, and the schedule stays. @default true */
  enabled?: boolean;
};

export type ScheduleList = {
  items: Schedule[];
};

export type Schedule = {
  /** `rate(6 hours)` or `cron(0 8 ? * MON-FRI *)`, as Amazon EventBridge Scheduler reads them: minutes, hours, day of month, month, day of week, year. */
  when: string;
  zone: string;
  from: string | null;
  until: string | null;
  jitterSeconds: number;
  overlap: "skip" | "queue" | "stop-previous";
  catchUp: "none" | "one";
  enabled: boolean;
  /** Of the schedule, unique in its workflow. */
  name: string;
  workflow: string;
  owner: string;
  createdAt: string;
  updatedAt: string;
  /** The next five scheduled times, in UTC. */
  next: string[];
  /** The scheduled time that waits for the execution before. */
  queued: string | null;
  /** The outcome of the last scheduled time; null: there was none. */
  last: {
    scheduledAt: string;
    outcome: "started" | "skipped" | "missed" | "failed";
    execution: string | null;
    why: string | null;
  } | null;
};

export type CollectionLife = {
  policy: "off" | "adaptive" | "uniform" | "proportional" | "halving";
  /** When a schedule starts the next one; null: none does. */
  next: string | null;
  ticks: ({
    execution: string;
    createdAt: string;
    status: "queued" | "running" | "waiting" | "paused" | "succeeded" | "limited" | "stopped" | "failed" | "deleting";
    counts: Counts;
    /** Addresses that it knew when it began; null: the first one. */
    pages: number | null;
    due: number | null;
    gone: number | null;
    freshness: CollectionFreshness;
  })[];
};

export type CollectionFreshness = {
  pages: number;
  fresh: number;
  ageDays: number;
  hosts: {
    pages: number;
    fresh: number;
    ageDays: number;
    host: string;
  }[];
} | null;

export type SubscriptionList = {
  items: Subscription[];
};

export type Subscription = {
  /** Each event of an execution is one message, unless `atMostEveryMinutes` says otherwise. */
  events: ("started" | "ended" | "limited" | "failed" | "budget-80" | "nothing-fetched" | "page-changed" | "new-pages")[];
  /** Of the webhook, http or https: Surf sends a signed POST request to it. */
  url: string;
  /** Which pages page-changed and new-pages are about. */
  watch: {
    urls: string | null;
    selector: string | null;
    word: string | null;
  };
  atMostEveryMinutes: number;
  allowPrivateNetwork: boolean;
  enabled: boolean;
  /** Unique in its workflow. */
  name: string;
  workflow: string;
  owner: string;
  createdAt: string;
  updatedAt: string;
  /** Events that wait for the next message. */
  pending: number;
  /** Until then the secret before signs, too. */
  oldSecretUntil: string | null;
};

export type SubscriptionWithSecret = Subscription & ({
  /** Signs messages; shown here and never again. Null: it stays as it was. */
  secret: string | null;
});

export type NewSubscription = {
  /** Each event of an execution is one message, unless `atMostEveryMinutes` says otherwise. */
  events: ("started" | "ended" | "limited" | "failed" | "budget-80" | "nothing-fetched" | "page-changed" | "new-pages")[];
  /** Of the webhook, http or https: Surf sends a signed POST request to it. */
  url: string;
  /** Which pages page-changed and new-pages are about. @default {} */
  watch?: {
    /** Only pages whose URL has this RE2 expression; null: all pages. @default null */
    urls?: string | null;
    /** page-changed: only the text of the elements of this CSS selector counts. @default null */
    selector?: string | null;
    /** page-changed: a page counts only when this text appears on it or vanishes from it. @default null */
    word?: string | null;
  };
  /** At most one message in so many minutes: what happens between comes together. 0: one message an event. @default 0 */
  atMostEveryMinutes?: number;
  /** The target is in a private network. Needs the right of this name, unless the server gives it to all. @default false */
  allowPrivateNetwork?: boolean;
  /** false: nothing is told, and the subscription stays. @default true */
  enabled?: boolean;
};

export type DeliveryList = {
  items: Delivery[];
};

export type Delivery = {
  /** The header webhook-id: the same at each try. */
  id: string;
  createdAt: string;
  /** Of what it tells. */
  types: string[];
  /** How many events it tells. */
  events: number;
  /** The first ten that it is about. */
  executions: string[];
  /** waiting: it is sent at nextTryAt; dead: it was tried for a day, or the target is gone. */
  state: "waiting" | "delivered" | "dead";
  /** Tries since it was made, or sent again. */
  attempts: number;
  nextTryAt: string | null;
  /** The last try; null: there was none. */
  last: {
    at: string;
    /** Of the answer; null: there was none. */
    status: number | null;
    /** Why it is no success; null: it is one. */
    why: string | null;
    ms: number;
  } | null;
};

/** It is found until nothing of it is left. */
export type Deletion = {
  execution: string;
  status: "deleting";
};

export type TaskPage = {
  items: Task[];
  next: string | null;
};

export type Task = {
  /** The execution that the task is of. */
  execution: string;
  /** Of the URL; of a page that is stored, its name in `/pages/{key}`. */
  key: string;
  url: string;
  state: "scheduled" | "active" | "succeeded" | "failed" | "timedOut" | "interrupted" | "skipped";
  /** Is its wave still being crawled? Then the outcome is what its chunk says: a page may turn out to be a duplicate when the wave is settled. */
  provisional: boolean;
  outcome: "stored" | "notModified" | "duplicate" | "redirected" | "skipped" | "failed" | null;
  /** Why it was skipped or failed. */
  reason: string | null;
  /** HTTP status of the last answer. */
  status: number | null;
  level: number;
  contentType: string | null;
  /** Of the decoded body. */
  bytes: number | null;
  /** At most 512 characters. */
  title: string | null;
  /** Is the page’s own title longer? */
  titleCut: boolean;
  /** Where it was found first, or what redirected to it; null for seeds. */
  via: string | null;
  attempts: number;
  startedAt: string | null;
  endedAt: string | null;
  /** Links of the page that were not read: it brings more new addresses than one page may. */
  linksDropped: number;
  errors: {
    code: string;
    message: string;
    at: string;
  }[];
};

export type Explanation = {
  execution: string;
  given: string;
  url: string | null;
  canonical: string | null;
  key: string | null;
  addressRules: ("whitespace" | "backslash" | "letterCase" | "userInfo" | "hostForm" | "defaultPort" | "emptyPath" | "dotSegments" | "percentEncoding" | "fragment")[];
  keyRules: ("hostDot" | "percentEscapes" | "emptyQuery" | "dropPathSession" | "dropParameters" | "sortQuery" | "indexPage" | "trailingSlash")[];
  merged: {
    with: string;
    rules: ("whitespace" | "backslash" | "letterCase" | "userInfo" | "hostForm" | "defaultPort" | "emptyPath" | "dotSegments" | "percentEncoding" | "fragment" | "hostDot" | "percentEscapes" | "emptyQuery" | "dropPathSession" | "dropParameters" | "sortQuery" | "indexPage" | "trailingSlash")[];
  } | null;
  kind: "page" | "sitemap";
  state: "scheduled" | "active" | "succeeded" | "failed" | "timedOut" | "interrupted" | "skipped" | "found" | "kept" | "unseen" | "unknown" | "ignored";
  unread: {
    links: number;
    pages: number;
    first: {
      url: string;
      links: number;
    }[];
  } | null;
  verdict: {
    admitted: boolean;
    reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook" | null;
    rule: string | null;
    judged: "then" | "now";
  } | null;
  trap: {
    group: string;
    pages: number;
    samples: string[];
  } | null;
  outcome: {
    type: "stored" | "notModified" | "duplicate" | "redirected" | "skipped" | "failed";
    reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook" | "dns" | "connect" | "tls" | "timeout" | "reset" | "truncated" | "protocol" | "decode" | "http-4xx" | "http-5xx" | "blocked" | "robots-unreachable" | "no-room" | "worker-died" | "stuck" | "internal" | null;
    rule: string | null;
    status: number | null;
    contentType: string | null;
    bytes: number | null;
    title: string | null;
    digest: string | null;
  } | null;
  found: {
    how: "seed" | "link" | "redirect" | "sitemap" | "robots" | "collection";
    level: number;
    rank: number | null;
    position: number | null;
    chain: ({
      url: string;
      how: "seed" | "link" | "redirect" | "sitemap" | "robots" | "collection";
      level: number;
    })[];
    complete: boolean;
  } | null;
  redirectsTo: ({
    url: string | null;
    outcome: string | null;
  })[];
  duplicateOf: string | null;
  wave: number | null;
  unit: number | null;
  attempts: number;
  startedAt: string | null;
  endedAt: string | null;
  errors: {
    code: string;
    message: string;
    at: string;
  }[];
  pending: {
    where: "plan" | "carry" | "parked" | "list" | "candidates";
    cause: string;
    limit: "budget" | "seconds" | "bytes" | "pages" | "pagesPerHost" | "pagesPerLevel" | "depth" | null;
    until: string | null;
    before: number | null;
  } | null;
  robots: {
    obeyed: boolean;
    source: "outcome" | "stored" | "none";
    allowed: boolean | null;
    line: number | null;
    text: string | null;
    hash: string | null;
    at: string | null;
    status: number | null;
  } | null;
  archived: {
    object: string;
    offset: number;
    length: number;
  } | null;
  costUsd: number | null;
};

export type RecordPage = {
  items: PageRecord[];
  next: string | null;
};

export type PageRecord = {
  /** Names its archived answer: /v1/executions/{id}/pages/{key}. */
  key: string;
  /** Is its wave still being crawled? The page may turn out to be a duplicate when the wave is settled. */
  provisional: boolean;
  url: string;
  status: number | null;
  /** At most 512 characters. */
  title: string | null;
  contentType: string | null;
  /** Of the decoded body. */
  bytes: number | null;
  level: number;
  /** Place in its level, from 1. */
  rank: number;
  /** Page or sitemap that it was found on first; null for seeds. */
  via: string | null;
  /** The address that has moved here for good (301, 308). */
  movedFrom: string | null;
  fetchedAt: string | null;
  /** SHA-256 of the decoded body, hex. */
  digest: string | null;
  /** Digest of the main text; only of HTML pages of collections that compare texts. */
  textDigest?: string;
  noindex: boolean;
  etag: string | null;
  lastModified: string | null;
  /** Is the page’s own title longer? */
  titleCut: boolean;
  /** Where its response record lies. */
  warc: {
    file: string;
    offset: number;
    length: number;
  } | null;
  /** Values by field; null when no rule applied. Absent without a selection policy. */
  record?: { [name: string]: unknown } | null;
  recordErrors?: RecordError[];
};

export type ArchivedHead = {
  /** The address that was asked. */
  url: string;
  fetchedAt: string | null;
  status: number;
  statusText: string;
  /** In the order in which they were sent. */
  headers: {
    name: string;
    value: string;
  }[];
  /** Encoding Standard name, as the crawl read it. */
  charset: string;
  /** Of the body without Content-Encoding. */
  bytes: number;
};

export type LinkPage = {
  items: Link[];
  next: string | null;
};

export type Link = {
  from: string;
  to: string;
  kind: string;
  text?: string;
  rel?: string;
  reason: "invalid-url" | "scheme" | "url-too-long" | "blocked-address" | "blocklist" | "blacklist" | "excluded" | "outside-scope" | "not-included" | "not-selected" | "extension" | "nofollow" | "robots" | "trap" | "content-type" | "too-large" | "too-many-redirects" | "hook" | null;
};

export type DownloadPage = {
  items: Download[];
  next: string | null;
  /** One file a format; empty for executions of more than 100 MB. */
  whole: {
    format: DownloadFormat;
    url: string;
  }[];
};

export type Download = {
  format: DownloadFormat;
  /** Of the file. */
  name: string;
  bytes: number;
  sha256: string;
  /** Relative to the API, with its credentials; or absolute, without, until `expiresAt`. */
  url: string;
  expiresAt: string | null;
};

/** WARC files; records of the selection policy, and links, as JSON lines. All are gzip. */
export type DownloadFormat = "warc" | "records" | "links";

export type DownloadLink = {
  /** Relative to the API, with its credentials; or absolute, without, until `expiresAt`. */
  url: string;
  expiresAt: string;
};

export type ExportList = {
  /** Empty on a server that makes no exports. */
  items: ExportItem[];
};

export type ExportItem = {
  format: ExportFormat;
  title: string;
  /** One sentence. */
  about: string;
  fileName: string;
  mediaType: string;
  /** Relative to the API, with its credentials. */
  url: string;
  /** Of its folder as a ZIP; null: the format has no folder. */
  zipUrl: string | null;
};

/** `warc`: All stored responses as one WARC 1.1 file, for web archives and warcio. `wacz`: A package with all responses and their index, which replayweb.page opens. `jsonl`: One JSON object for each page: URL, title, status, extracted fields. `csv`: One row for each page, for spreadsheets. `parquet`: The rows of csv as an Apache Parquet file, for DuckDB, pandas and Athena. `markdown`: The main text of each page as Markdown, for people and language models. `facts`: One JSON object for each HTML page: canonical, headings, OpenGraph, structured data and more. `chunks`: The Markdown of each page in chunks of 800 tokens with their headings, for retrieval. `llms`: The pages by section with their descriptions, as llmstxt.org describes it. `llms-full`: The Markdown of all pages in one file, each with its address. `links`: One JSON object for each link: from, to, kind and what Surf decided about it. `mirror`: The pages as files in folders, as they were sent, with a list of them. `crawl-table`: One JSON object for each requested URL, with the texts of the links that lead to it. `index`: The index file of a Crawler.conf: a line for each page with its digest and its file. */
export type ExportFormat = "warc" | "wacz" | "jsonl" | "csv" | "parquet" | "markdown" | "facts" | "chunks" | "llms" | "llms-full" | "links" | "mirror" | "crawl-table" | "index";

export type DiffLine = {
  type: "summary" | "change";
  before?: string;
  after?: string;
  /** Of the summary: false where the later execution can have missed pages, which are unknown then. */
  complete?: boolean;
  counts?: {
    added: number;
    removed: number;
    moved: number;
    changed: number;
    unknown: number;
    unchanged: number;
    byBytes: number;
  };
  kind?: "added" | "removed" | "moved" | "changed" | "unknown";
  url?: string;
  title?: string | null;
  /** Of `added`: why it was no page before. */
  was?: string | null;
  /** Of `removed`: gone, redirected, duplicate or unlinked. Of `unknown`: a reason, or not-reached. */
  reason?: string;
  status?: number | null;
  /** Of `moved`: the address before. */
  from?: string;
  what?: ("text" | "bytes" | "title" | "fields")[];
  /** Fields of the record that differ. */
  fields?: string[];
};

export type PageHistory = {
  url: string;
  workflow: string;
  versions: ({
    execution: string;
    key: string;
    at: string | null;
    outcome: string;
    reason: string | null;
    status: number | null;
    title: string | null;
    bytes: number | null;
    digest: string | null;
    changed: ("text" | "bytes" | "title" | "fields" | "outcome")[] | null;
  })[];
  complete: boolean;
};

export type AuditLine = {
  type: "summary" | "issue";
  /** Of the summary: the version of the lines. */
  schema?: 1;
  execution?: string;
  /** Of the summary: false where a limit, a pause or a stop ended the crawl. */
  complete?: boolean;
  /** Of the summary: HTML pages that were read. */
  pages?: number;
  severities?: {
    error: number;
    warning: number;
    notice: number;
  };
  counts?: {
    "server-error"?: {
      issues: number;
      urls: number;
    };
    "broken-internal-link"?: {
      issues: number;
      urls: number;
    };
    "redirect-loop"?: {
      issues: number;
      urls: number;
    };
    "canonical-target"?: {
      issues: number;
      urls: number;
    };
    "canonical-conflict"?: {
      issues: number;
      urls: number;
    };
    "noindex-in-sitemap"?: {
      issues: number;
      urls: number;
    };
    "mixed-content"?: {
      issues: number;
      urls: number;
    };
    "missing-title"?: {
      issues: number;
      urls: number;
    };
    "broken-external-link"?: {
      issues: number;
      urls: number;
    };
    "redirect-chain"?: {
      issues: number;
      urls: number;
    };
    "duplicate-title"?: {
      issues: number;
      urls: number;
    };
    "missing-description"?: {
      issues: number;
      urls: number;
    };
    "duplicate-description"?: {
      issues: number;
      urls: number;
    };
    "missing-h1"?: {
      issues: number;
      urls: number;
    };
    "exact-copy"?: {
      issues: number;
      urls: number;
    };
    "thin-page"?: {
      issues: number;
      urls: number;
    };
    "orphan-page"?: {
      issues: number;
      urls: number;
    };
    "hreflang-no-return"?: {
      issues: number;
      urls: number;
    };
    "image-without-alt"?: {
      issues: number;
      urls: number;
    };
    "slow-page"?: {
      issues: number;
      urls: number;
    };
    "several-h1"?: {
      issues: number;
      urls: number;
    };
    "long-title"?: {
      issues: number;
      urls: number;
    };
    "long-description"?: {
      issues: number;
      urls: number;
    };
    "not-in-sitemap"?: {
      issues: number;
      urls: number;
    };
    "deep-page"?: {
      issues: number;
      urls: number;
    };
  };
  /** Of the summary of a comparison. */
  compared?: {
    with: string;
    new: number;
    remaining: number;
    mended: number;
    unknown: number;
  };
  code?: "server-error" | "broken-internal-link" | "redirect-loop" | "canonical-target" | "canonical-conflict" | "noindex-in-sitemap" | "mixed-content" | "missing-title" | "broken-external-link" | "redirect-chain" | "duplicate-title" | "missing-description" | "duplicate-description" | "missing-h1" | "exact-copy" | "thin-page" | "orphan-page" | "hreflang-no-return" | "image-without-alt" | "slow-page" | "several-h1" | "long-title" | "long-description" | "not-in-sitemap" | "deep-page";
  severity?: "error" | "warning" | "notice";
  url?: string;
  /** The fault in a few words. */
  detail?: string;
  /** The page, sitemap or redirect that names `url`. */
  from?: string | null;
  /** Text of the link. */
  text?: string | null;
  /** Of comparisons. */
  state?: "new" | "remaining" | "mended" | "unknown";
};

export type SearchAnswer = {
  /** `any`: fewer than ten pages have every word, so one word is enough. */
  match: "all" | "any";
  /** Pages that were found. */
  total: number;
  /** Pages of the index. */
  indexed: number;
  /** False: the execution has more pages than an index takes. */
  complete: boolean;
  /** Best first. */
  results: FoundPage[];
  /** Found pages by value, most frequent first, at most 20 each. */
  facets: {
    host: {
      value: string;
      pages: number;
    }[];
    type: ({
      value: "html" | "xml" | "json" | "text";
      pages: number;
    })[];
    language: {
      value: string;
      pages: number;
    }[];
  };
};

export type FoundPage = {
  /** Names the archived page: `GET …/pages/{key}`. */
  key: string;
  url: string;
  title: string;
  /** How its text was read. */
  kind: "html" | "xml" | "json" | "text";
  /** As the page says; null: it does not. */
  language: string | null;
  bytes: number | null;
  fetchedAt: string | null;
  /** Pages of the execution that link to it. */
  inlinks: number;
  snippet: {
    /** Plain text of a stranger’s page; never markup of ours. */
    text: string;
    /** Places of the words in `text`, in UTF-16 units, end excluded. */
    marks: {
      start: number;
      end: number;
    }[];
  };
  /** Relevance; compares within one answer. */
  score: number;
};

export type ExecutedWorkflow = {
  id: string;
  version: number;
  createdAt: string;
  definition: WorkflowDefinition;
};

export type StoredExecution = ({
  /** Version of the row’s format. */
  v: number;
  id: string;
  /** Key of the newest manifest; null: nothing is crawled yet. */
  manifest: string | null;
  /** Key of the newest frontier; null: nothing is crawled yet. */
  frontier: string | null;
}) & { [name: string]: unknown };

export type Me = {
  user: string;
  email: string | null;
  role: Role;
  rights: Rights;
  limits: RoleLimits;
};

export type Role = "administrator" | "premium" | "standard";

export type Rights = {
  ignoreRobots: boolean;
  allowPrivateNetwork: boolean;
};

/** Of the role; null: none. In it null is unlimited. */
export type RoleLimits = {
  executionsAtOnce: number | null;
  executionsQueued: number | null;
  pages: number | null;
  depth: number | null;
  parallelism: number | null;
  budgetUsd: number | null;
  schedules: number | null;
  requestsPerSecond: number | null;
  burst: number;
} | null;

/** Days in UTC with any use, oldest first. */
export type Usage = {
  user: string;
  days: DayUsage[];
};

export type DayUsage = {
  day: string;
  requests: number;
  pages: number;
  usd: number;
};

export type UserPage = {
  items: User[];
  next: string | null;
};

export type User = {
  /** Subject of the issuer’s tokens. */
  user: string;
  email: string | null;
  role: Role;
  /** Signing in does not change a role that was assigned by hand. */
  assigned: "hand" | "automatically";
  rights: Rights;
  createdAt: string;
};

export type UserChange = {
  role: Role;
  rights?: Rights;
};

export type KeyPage = {
  items: Key[];
  next: string | null;
};

export type Key = {
  id: string;
  /** The key begins so. */
  prefix: string;
  name: string;
  owner: string;
  role: Role;
  createdAt: string;
  expiresAt: string | null;
  revokedAt: string | null;
  /** The key with which it was made; null: by a person who signed in, or the first key. */
  madeWith: string | null;
};

export type CreatedKey = Key & {
  /** Shown here and never again. */
  key: string;
};

export type NewKey = {
  name: string;
  role?: Role;
  /** Never, if absent; a key that ends makes none that ends later, and its own end is the default. */
  expiresAt?: string;
  /** You, if absent; administrators only. */
  owner?: string;
};

export type KeyWithMade = Key & {
  /** Keys that were made with it, of all generations: revoking it revokes them. */
  made: Key[];
};

export type Blocklist = {
  items: BlockEntry[];
};

export type BlockEntry = {
  id: string;
  /** A glob over the whole URL, or a host name, with all hosts below. */
  pattern: string;
  /** False: an older Surf saved a pattern that does not compile. It blocks nothing; replace it with a glob. */
  inForce: boolean;
  note: string | null;
  by: string;
  createdAt: string;
};

export type NewBlockEntry = {
  pattern: string;
  note?: string;
};

export type AuditPage = {
  items: AuditEvent[];
  next: string | null;
};

export type AuditEvent = {
  id: string;
  at: string;
  by: string;
  action: string;
  target: string;
  text: string;
};

export type WorkflowPartschema0 = { [name: string]: string | {
  selector?: string;
  jsonPath?: string;
  pointer?: string;
  keywords?: string[];
  context?: number;
  attribute?: string;
  html?: boolean;
  all?: boolean;
  trim?: boolean;
  type?: "text" | "number" | "integer" | "boolean" | "date" | "url";
  pattern?: string;
  default?: string | number | boolean | null;
  required?: boolean;
  fields?: WorkflowPartschema0;
} };

export interface paths {
  "/health": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Does it answer? */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** It does. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Health } };
      };
    };
  };
  "/config.json": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What a page needs to sign somebody in */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Known to everyone. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Config } };
      };
    };
  };
  "/v1/workflows": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List saved workflows, newest change first */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": WorkflowPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Save a workflow */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": WorkflowDefinition } };
      responses: {
        /** Saved as version 1. */
        201: { headers: {
          Location?: string;
          ETag?: string;
        } & { [name: string]: unknown }; content: { "application/json": Workflow } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read the newest version of a workflow */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The newest version. */
        200: { headers: {
          ETag?: string;
        } & { [name: string]: unknown }; content: { "application/json": Workflow } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Save a new version of a workflow */
    put: {
      parameters: {
        query?: never;
        header?: {
          /** The ETag of the version that was read. */
          "if-match"?: string;
        };
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": WorkflowDefinition } };
      responses: {
        /** Saved as the next version. */
        200: { headers: {
          ETag?: string;
        } & { [name: string]: unknown }; content: { "application/json": Workflow } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It was changed since; `If-Match` names an older version. */
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** `If-Match` is missing. */
        428: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Delete a workflow; its executions stay */
    delete: {
      parameters: {
        query?: never;
        header?: {
          /** The ETag of the version that was read. */
          "if-match"?: string;
        };
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Deleted. */
        204: { headers: { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It was changed since; `If-Match` names an older version. */
        412: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/versions/{version}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read one version of a workflow */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          version: number;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** That version. */
        200: { headers: {
          ETag?: string;
        } & { [name: string]: unknown }; content: { "application/json": Workflow } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/preview": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Fetch one URL now, and tell what a crawl would make of it */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": PreviewRequest } };
      responses: {
        /** Its outcome; a page that cannot be had is no error of the request. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Preview } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/executions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Start an execution of a workflow */
    post: {
      parameters: {
        query?: never;
        header?: {
          /** The same key with the same body starts one execution, for a day. */
          "idempotency-key"?: string;
        };
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: { content: { "application/json": StartRequest } };
      responses: {
        /** It is on its way. */
        201: { headers: {
          Location?: string;
        } & { [name: string]: unknown }; content: { "application/json": Execution } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** List the executions of a workflow, newest first */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
          status?: "queued" | "running" | "waiting" | "paused" | "succeeded" | "limited" | "stopped" | "failed" | "deleting";
        };
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ExecutionPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Counts, levels, cost, and what is waited for */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The execution. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Execution } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Delete an ended execution with everything it kept */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** It is being deleted. */
        202: { headers: { [name: string]: unknown }; content: { "application/json": Deletion } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/actions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Pause, resume, stop, continue or verify */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": ActionRequest } };
      responses: {
        /** The execution; what was asked takes effect within seconds. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ActedExecution } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/events": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What happened, oldest first */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": EventPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List executions, newest first */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
          status?: "queued" | "running" | "waiting" | "paused" | "succeeded" | "limited" | "stopped" | "failed" | "deleting";
          workflow?: string;
          /** Only executions of this user; others than yours are for administrators. */
          owner?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ExecutionPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/schedule-times": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The next five times of a schedule that is not saved yet */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": NewSchedule } };
      responses: {
        /** The times, in UTC. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ScheduleTimes } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/schedules": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The schedules of a workflow, with their next times */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All, at most 20. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ScheduleList } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/schedules/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Create or change a schedule of a workflow */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the schedule. */
          name: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": NewSchedule } };
      responses: {
        /** Saved. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Schedule } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Delete a schedule; its executions stay */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the schedule. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Deleted. */
        204: { headers: { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/collection": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The life of a collection */
    get: {
      parameters: {
        query?: {
          /** @default 30 */
          limit?: number;
        };
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Its executions. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": CollectionLife } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The webhooks that Surf calls when something happens to executions of a workflow */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All, at most 10, without their secrets. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": SubscriptionList } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Create or change a subscription of a workflow */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": NewSubscription } };
      responses: {
        /** Saved. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": SubscriptionWithSecret } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Delete a subscription with its messages, also those that wait */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Deleted. */
        204: { headers: { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions/{name}/rotate": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Give a subscription a new secret; for a day the old one signs, too */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The subscription with its new secret. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": SubscriptionWithSecret } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions/{name}/deliveries": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The messages of a subscription with their outcome, newest first */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Those that wait, and the newest 100 that are done. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": DeliveryList } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions/{name}/test": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Send a message of the type test to the target */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** It waits. */
        202: { headers: { [name: string]: unknown }; content: { "application/json": Delivery } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/workflows/{id}/subscriptions/{name}/deliveries/{message}/retry": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Send a message again, with the same id */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the workflow. */
          id: string;
          /** Of the subscription. */
          name: string;
          /** Of the message. */
          message: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** It waits. */
        202: { headers: { [name: string]: unknown }; content: { "application/json": Delivery } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/tasks": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Every URL with its state, outcome and reason */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
          state?: "scheduled" | "active" | "succeeded" | "failed" | "timedOut" | "interrupted" | "skipped";
          /** Why it was skipped or failed. */
          reason?: string;
          level?: number | null;
          /** Host name, with or without port. */
          host?: string;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": TaskPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/explain": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Why a URL is, or is not, in the crawl */
    get: {
      parameters: {
        query: {
          url: string;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The facts about the URL; without any, the verdict that it would get. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Explanation } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/records": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Pages, and what was extracted from them */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
          /** Only pages whose records have errors. */
          errors?: "true";
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page of the list, or all lines. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": RecordPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/pages/{key}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The archived answer of a URL */
    get: {
      parameters: {
        query?: {
          /** Its body as it was, what there is to read in it, or its status line and headers. @default "body" */
          part?: "body" | "text" | "headers";
          /** Of `part=body` only. @default "text" */
          as?: "text" | "html" | "markdown";
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
          /** Of the URL: `key` of records and of explain. */
          key: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The requested part. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ArchivedHead } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/links": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The link graph */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": LinkPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/downloads": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Files of an execution, with their digests */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": DownloadPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/downloads/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One file */
    get: {
      parameters: {
        query?: never;
        header?: {
          /** One range of bytes; others are passed over. */
          range?: string;
        };
        path: {
          /** Of the execution. */
          id: string;
          /** As in the list; or all of a format: `all.warc.gz`, `all.records.jsonl.gz`, `all.links.jsonl.gz`. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Its bytes, or where they are. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": DownloadLink } };
        /** The bytes that `Range` names, or the first of them. */
        206: { headers: { [name: string]: unknown }; content: { "application/gzip": string } };
        /** They are there, for 15 minutes, without credentials. */
        307: { headers: {
          Location?: string;
        } & { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The object ends before the range. */
        416: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/exports": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Formats in which an execution can be exported */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All formats. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ExportList } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/exports/{format}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All of an execution as one file */
    get: {
      parameters: {
        query?: {
          /** `zip`: the format's folder as a ZIP file (warc, markdown, mirror). By default the format's file; a ZIP for `mirror`, which has none. */
          as?: "file" | "zip";
          /** Of `links`: an object for each link, or for each target and page that links to it. By default `page`. */
          by?: "page" | "target";
          /** Of `crawl-table`: URLs with their port spelled out. By default false. */
          explicitPorts?: "true" | "false";
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
          /** `warc`: All stored responses as one WARC 1.1 file, for web archives and warcio. `wacz`: A package with all responses and their index, which replayweb.page opens. `jsonl`: One JSON object for each page: URL, title, status, extracted fields. `csv`: One row for each page, for spreadsheets. `parquet`: The rows of csv as an Apache Parquet file, for DuckDB, pandas and Athena. `markdown`: The main text of each page as Markdown, for people and language models. `facts`: One JSON object for each HTML page: canonical, headings, OpenGraph, structured data and more. `chunks`: The Markdown of each page in chunks of 800 tokens with their headings, for retrieval. `llms`: The pages by section with their descriptions, as llmstxt.org describes it. `llms-full`: The Markdown of all pages in one file, each with its address. `links`: One JSON object for each link: from, to, kind and what Surf decided about it. `mirror`: The pages as files in folders, as they were sent, with a list of them. `crawl-table`: One JSON object for each requested URL, with the texts of the links that lead to it. `index`: The index file of a Crawler.conf: a line for each page with its digest and its file. */
          format: ExportFormat;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The file. */
        200: { headers: { [name: string]: unknown }; content: { "application/gzip": string; "application/wacz": string; "application/jsonl": string; "text/csv": string; "application/vnd.apache.parquet": string; "text/markdown": string; "text/plain": string; "application/zip": string } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/changes": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What changed since another execution */
    get: {
      parameters: {
        query: {
          /** The earlier execution. */
          since: string;
          /** Only these changes; the counts are of all. */
          kind?: "added" | "removed" | "moved" | "changed" | "unknown";
          /** What a change of a page is: another main text (the default), or any other byte. */
          by?: "text" | "bytes";
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All lines. */
        200: { headers: { [name: string]: unknown }; content: { "application/jsonl": DiffLine } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/history": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** All versions of a page */
    get: {
      parameters: {
        query: {
          url: string;
          /** Versions, at most. @default 50 */
          limit?: number;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The versions. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": PageHistory } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** The faults of the crawled site */
    get: {
      parameters: {
        query?: {
          /** An earlier execution: each issue gets its state. */
          compare?: string;
          /** Only issues of this kind; the counts are of all. */
          kind?: "server-error" | "broken-internal-link" | "redirect-loop" | "canonical-target" | "canonical-conflict" | "noindex-in-sitemap" | "mixed-content" | "missing-title" | "broken-external-link" | "redirect-chain" | "duplicate-title" | "missing-description" | "duplicate-description" | "missing-h1" | "exact-copy" | "thin-page" | "orphan-page" | "hreflang-no-return" | "image-without-alt" | "slow-page" | "several-h1" | "long-title" | "long-description" | "not-in-sitemap" | "deep-page";
          /** Only this severity, and graver ones. */
          severity?: "error" | "warning" | "notice";
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All lines. */
        200: { headers: { [name: string]: unknown }; content: { "application/jsonl": AuditLine } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/search": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Search the pages of an ended execution */
    get: {
      parameters: {
        query: {
          /** Words, "phrases", -not, site:, title:, type:, lang:. */
          q: string;
          /** Most results of the answer. @default 10 */
          limit?: number;
          /** Results to leave out at the beginning. @default 0 */
          offset?: number | null;
        };
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The pages. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": SearchAnswer } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/workflow": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What it runs: the version of its workflow */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** That version. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": ExecutedWorkflow } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/archive": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Where its archive begins, for tools that read it themselves */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the execution. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The row of the execution. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": StoredExecution } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/executions/{id}/archive/{name}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** One object of its archive */
    get: {
      parameters: {
        query?: never;
        header?: {
          /** One range of bytes; others are passed over. */
          range?: string;
        };
        path: {
          /** Of the execution. */
          id: string;
          /** Its key behind `executions/{id}/`, with `~` for `/`. */
          name: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Its bytes, or where they are. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": DownloadLink } };
        /** The bytes that `Range` names, or the first of them. */
        206: { headers: { [name: string]: unknown }; content: { "application/octet-stream": string } };
        /** They are there, for 15 minutes, without credentials. */
        307: { headers: {
          Location?: string;
        } & { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The object ends before the range. */
        416: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/me": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who asks, and what they may */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** You. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Me } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/usage": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Requests, pages and USD per day */
    get: {
      parameters: {
        query?: {
          /** First day, UTC; 31 days with today, if absent. */
          from?: string;
          /** Last day; at most 92 in all. */
          to?: string;
          /** Of somebody else; for administrators. */
          user?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The days. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Usage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/users": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List who has signed in, newest first; for administrators */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": UserPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/users/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read a user’s role and rights */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Subject of the user. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The user. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": User } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Give a user role and rights by hand; for administrators */
    put: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Subject of the user. */
          id: string;
        };
        cookie?: never;
      };
      requestBody: { content: { "application/json": UserChange } };
      responses: {
        /** As it is now. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": User } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** It is in a state that does not allow it; the problem names the state. */
        409: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/keys": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** List API keys, newest first; administrators see everyone’s */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": KeyPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Make an API key; it is shown once */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": NewKey } };
      responses: {
        /** Made. */
        201: { headers: {
          Location?: string;
        } & { [name: string]: unknown }; content: { "application/json": CreatedKey } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/keys/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Read what is kept of an API key */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** The key, without itself, and the keys that were made with it. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": KeyWithMade } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Revoke an API key and all that were made with it: servers believe a key for two seconds */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the key. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Revoked; it stays in the list. */
        204: { headers: { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/blocklist": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** What this deployment never asks for */
    get: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** All. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": Blocklist } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
    /** Block a host or URLs for everybody; for administrators */
    post: {
      parameters: {
        query?: never;
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody: { content: { "application/json": NewBlockEntry } };
      responses: {
        /** Blocked. */
        201: { headers: { [name: string]: unknown }; content: { "application/json": BlockEntry } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too large; the problem names the limit. */
        413: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The body is not `application/json`, or it is compressed. */
        415: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/blocklist/{id}": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Take an entry off; for administrators */
    delete: {
      parameters: {
        query?: never;
        header?: never;
        path: {
          /** Of the entry. */
          id: string;
        };
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** Taken off. */
        204: { headers: { [name: string]: unknown }; content?: never };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** There is no such thing, or it is not yours. */
        404: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
  "/v1/audit": {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /** Who changed users, keys and the blocklist, newest first; for administrators */
    get: {
      parameters: {
        query?: {
          /** Most items of the answer. @default 100 */
          limit?: number;
          /** Cursor from the answer before, as it was given. */
          next?: string;
        };
        header?: never;
        path?: never;
        cookie?: never;
      };
      requestBody?: never;
      responses: {
        /** A page. */
        200: { headers: { [name: string]: unknown }; content: { "application/json": AuditPage } };
        /** The request has not the form that this page describes. */
        400: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** No credentials, or none that are valid. */
        401: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** A right is missing; the problem names it. */
        403: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Well-formed, and not allowed; the problem names field, value and what is allowed. */
        422: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** Too many requests, or a limit of the role; `Retry-After` tells when. */
        429: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
        /** The server or a store has no room for the request now; `Retry-After` tells when. */
        503: { headers: { [name: string]: unknown }; content: { "application/problem+json": Problem } };
      };
    };
  };
}
