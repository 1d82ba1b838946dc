import type { SurfConfig } from './surf-config.ts';

/** Where the stack goes: AWS, or an emulator on this machine, which lacks some services. */
export type Target = 'aws' | 'local';

/** What every construct needs to know of its deployment. */
export interface Deployment {
  readonly config: SurfConfig;
  readonly target: Target;
}

/**
 * Name of a resource: several deployments share an account, and a later one finds the data that an
 * earlier one kept.
 * @param what e.g. `tasks`
 */
export const resourceName = ({ config }: Deployment, what: string): string => `surf-${config.stage}-${what}`;
