import { answered } from '#api/client/client.ts';
import type { Config } from '#api/client/schema.ts';
import { type QueryResult, useQuery } from './use-query.ts';

/** Deployments name another stage. */
const LOCAL_STAGE = 'local';

/** What the server tells everyone of itself. */
export const useConfig = (): QueryResult<Config> =>
  useQuery(async (client) => answered(await client.GET('/config.json')), { key: 'config' });

/** Does it run on the machine that shows the console? Then it asks nobody to sign in, and that machine's network is the user's own. */
export const isLocal = (config: Config | null): boolean => config?.stage === LOCAL_STAGE && config.issuer === null;
