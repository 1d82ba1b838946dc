import type { SurfConfig } from './surf-config.ts';

/** Target of the stack: AWS, or an emulator on this machine, which lacks some services. */
export type Target = 'aws' | 'local';

/** Settings that every construct of a deployment shares. */
export interface Deployment {
  readonly config: SurfConfig;
  readonly target: Target;
}

/**
 * Name of a resource. It includes the stage, because several deployments share an account; a later
 * one finds the data of an earlier one by it.
 * @param what e.g. `tasks`
 */
export const resourceName = ({ config }: Deployment, what: string): string => `surf-${config.stage}-${what}`;

/**
 * Construct id of a kept resource. Another name gives another id, so that CloudFormation imports
 * the new resource and releases the old one: with the same id it would create a new one.
 * @param other its name if it is not the default
 */
export const logicalIdOf = (other: string | null): string =>
  other === null ? 'Resource' : `Named${other.replaceAll(/[^A-Za-z0-9]/g, '')}`;
