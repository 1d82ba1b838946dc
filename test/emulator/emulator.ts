/** An emulator that a deployment is tested in. */
export interface Emulator {
  readonly endpoint: string;
  /** File of the certificate of its TLS; null: none. */
  readonly certificate: string | null;
  /** Kills the sandboxes of a stage's workers. @returns how many there were */
  killWorkers(stage: string): number;
  stop(): Promise<void>;
}
