/** An emulator that a deployment is tested in. */
export interface Emulator {
  readonly endpoint: string;
  /** File of the certificate of its TLS; null: none. */
  readonly certificate: string | null;
  /**
   * Ids of the processes of this machine that crawl units of a stage; none where they are not
   * processes of this machine.
   */
  workers(stage: string): readonly number[];
  /** Kills the sandboxes of a stage's workers. @returns how many there were */
  killWorkers(stage: string): number;
  /** Kills the sandboxes of a stage's API: the next request starts a fresh one. */
  killApi(stage: string): void;
  stop(): Promise<void>;
}
