/**
 * Environment variables that the functions read beside those of adapters/aws/names.env.ts. Imports nothing: the stack (infra/) has it too.
 */
export const SETTINGS = {
  /** Name of the deployment. */
  stage: 'SURF_STAGE',
  /** `auto`, `inline` or `distributed`: which map carries a wave. */
  mapForm: 'SURF_MAP_FORM',
  /** Functions that crawl units, by memory. */
  workerOfFewHosts: 'SURF_WORKER_OF_FEW_HOSTS',
  workerOfManyHosts: 'SURF_WORKER_OF_MANY_HOSTS',
  /** JSON: `WaveBounds` of engine/advance/ports.ts. */
  bounds: 'SURF_BOUNDS',
  /** JSON: {userAgent, settings: {allowPrivateNetwork, connectTo}, limits: {pages, budgetUsd, parallelism}}: what a start gets, and may ask for. */
  start: 'SURF_START',
  /** JSON: {issuer, clientId}: what everybody may know. */
  identity: 'SURF_IDENTITY',
  /** Days that task rows are kept; absent: for ever. */
  retentionDays: 'SURF_RETENTION_DAYS',
} as const;
