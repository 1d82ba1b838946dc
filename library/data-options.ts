/** Default data folder, the same as the command's. */
export const DEFAULT_DATA = '.surf';

/** Storage of executions. */
export interface DataOptions {
  /**
   * The data folder; Surf creates it if it is missing. The command reads the same folder:
   * `surf ls --data DIR`.
   * @default .surf
   */
  readonly data?: string;
  /**
   * The folder with the files of secrets.
   * @default none: secrets are variables of the environment
   */
  readonly secrets?: string;
}
