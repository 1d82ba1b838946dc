import type { Call } from '#cli/args/command.ts';
import type { RunSettings } from '#core/execution/execution.ts';
import { parseConnectTo } from '#core/fetch/address/connect-to.ts';

/** Settings of a run, which never belong to the workflow. */
export const settingsOf = ({ flags }: Pick<Call, 'flags'>): RunSettings => ({
  allowPrivateNetwork: flags.has('allow-private-network'),
  connectTo: flags.values('connect-to').map(parseConnectTo),
});
