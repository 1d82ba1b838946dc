/**
 * Environment variables that the functions read beside those of
 * adapters/aws/environment/names.env.ts. It has no imports, because the stack (infra/) uses it too.
 */
export const SETTINGS = {
  /** Name of the deployment. */
  stage: 'SURF_STAGE',
  /** `auto`, `inline` or `distributed`: the map that carries a wave. */
  mapForm: 'SURF_MAP_FORM',
  /** Functions that crawl units, by memory. */
  workerOfFewHosts: 'SURF_WORKER_OF_FEW_HOSTS',
  workerOfManyHosts: 'SURF_WORKER_OF_MANY_HOSTS',
  /** Function that marks units whose worker died. */
  markDied: 'SURF_MARK_DIED_FUNCTION',
  /** Function that finishes executions, and writes rows of running ones. */
  finish: 'SURF_FINISH_FUNCTION',
  /** Function that begins executions. */
  firstRun: 'SURF_FIRST_RUN_FUNCTION',
  /** JSON: `WaveBounds` of engine/advance/ports.ts. */
  bounds: 'SURF_BOUNDS',
  /** JSON: {userAgent, allowPrivateNetwork, connectTo}: defaults of a crawl. */
  defaults: 'SURF_DEFAULTS',
  /** JSON: {issuer, clientId, audience, administrators}. */
  identity: 'SURF_IDENTITY',
  /** JSON: limits by role, where they differ from the default. */
  roles: 'SURF_ROLES',
  /** Function that fetches for previews. */
  preview: 'SURF_PREVIEW_FUNCTION',
  /** Function that builds indexes for searches. */
  index: 'SURF_INDEX_FUNCTION',
  /** JSON: list prices of the region (`UnitPrices` of core/cost/prices.ts); absent if unknown. */
  prices: 'SURF_PRICES',
  /** JSON: {email: {from, to} or null, topics: {name: ARN}}: permitted recipients of messages. */
  notifications: 'SURF_NOTIFICATIONS',
  /**
   * JSON: {topic: ARN, url, usdPerDay, waveMinutes}: where the watchdog tells the operator of
   * incidents, and from which bounds. Absent: it tells nobody.
   */
  incidents: 'SURF_INCIDENTS',
  /**
   * JSON: list of {name, storesData, timeoutMs, memoryMb}, for workers also functionArn: the
   * deployer's plug-ins, in order.
   */
  plugins: 'SURF_PLUGINS',
  /** JSON: {requestTimeoutMs, transferTimeoutMs}: time limits of calls to AWS. */
  calls: 'SURF_CALLS',
} as const;
