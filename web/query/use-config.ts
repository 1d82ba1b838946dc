import { answered } from '#api/client/client.ts';
import type { Config } from '#api/client/schema.ts';
import { type QueryResult, useQuery } from './use-query.ts';

/** Stage of `surf serve`. Deployments have other names. */
const LOCAL_STAGE = 'local';

/** The server's public configuration. */
export const useConfig = (): QueryResult<Config> =>
  useQuery(async (client) => answered(await client.GET('/config.json')), { key: 'config' });

/** True for `surf serve` without sign-in: it runs on the user's machine, in the user's network. */
export const isLocal = (config: Config | null): boolean => config?.stage === LOCAL_STAGE && config.issuer === null;
