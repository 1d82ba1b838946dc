import { existsSync, readFileSync } from 'node:fs';
import { parseConfig, type SurfConfig } from './surf-config.ts';

/** Settings from `-c name=value`. */
export interface ConfigContext {
  /** File of the configuration. @default surf.config.json if it exists */
  readonly config?: string;
  readonly stage?: string;
  readonly region?: string;
  readonly map?: string;
  /** Number of workers that the account has room for; it caps `maxWorkers`. */
  readonly workers?: string;
}

const FILE = 'surf.config.json';

/**
 * The configuration of this deployment: the file, overridden by the context. Without a file all
 * settings have their defaults.
 * @throws Error that names the file and its fault
 */
export function loadConfig(context: ConfigContext): SurfConfig {
  const value = readConfig(context.config);
  const { crawl } = value;
  const config = parseConfig(
    {
      ...value,
      ...(context.stage !== undefined && { stage: context.stage }),
      ...(context.region !== undefined && { region: context.region }),
      ...(context.map !== undefined && { crawl: { ...(crawl as object | undefined), map: context.map } }),
    },
    context.config,
  );
  const room = Number(context.workers ?? config.maxWorkers);
  if (!Number.isInteger(room) || room < 1) throw new Error(`-c workers=${context.workers}: a number from 1 is allowed`);
  return { ...config, maxWorkers: Math.min(config.maxWorkers, room) };
}

function readConfig(named: string | undefined): Record<string, unknown> {
  if (named === undefined && !existsSync(FILE)) return {};
  const file = named ?? FILE;
  if (!existsSync(file)) throw new Error(`there is no file ${file} (named by -c config=${file})`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
