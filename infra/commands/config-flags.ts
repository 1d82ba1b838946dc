import { type ConfigContext, loadConfig } from '../config/load-config.ts';
import type { SurfConfig } from '../config/surf-config.ts';

/** Flags of every command of a deployment. */
export const CONFIG_FLAGS = {
  stage: { type: 'string' },
  region: { type: 'string' },
  config: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const;

/** Values of these flags. */
export type GivenConfig = Readonly<Partial<Record<'stage' | 'region' | 'config', string | undefined>>>;

const contextOf = ({ stage, region, config }: GivenConfig): ConfigContext =>
  Object.fromEntries(Object.entries({ stage, region, config }).filter(([, value]) => value !== undefined));

/** @throws Error that names the file and its fault */
export const configOf = (given: GivenConfig): SurfConfig => loadConfig(contextOf(given));

/** The flags as context of the CDK, with further values: `-c stage=test`. */
export const contextFlags = (given: GivenConfig, more: ConfigContext = {}): string[] =>
  Object.entries({ ...contextOf(given), ...more }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
