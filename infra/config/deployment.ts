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

/**
 * Id of the construct of something that is kept. Another name makes another resource of it, so that
 * CloudFormation imports the one and lets the other go: a name that changes would make a new one.
 * @param other its name, when it is not the usual one
 */
export const logicalIdOf = (other: string | null): string =>
  other === null ? 'Resource' : `Named${other.replaceAll(/[^A-Za-z0-9]/g, '')}`;
