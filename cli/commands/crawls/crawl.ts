import { listedAddresses, refuseFiles } from '#cli/args/addresses/address-list.ts';
import { typedAddress } from '#cli/args/addresses/typed-address.ts';
import type { Run } from '#cli/args/command.ts';
import { startCrawl } from '#cli/crawl/start-crawl.ts';
import { seedName } from '#core/workflow/seed-name.ts';

/** `surf crawl URL|FILE.txt…`, and `surf URL|FILE.txt…` */
export const run: Run = async (call) => {
  await refuseFiles(call.positionals);
  const words = await listedAddresses(call.positionals);
  const typed = words.map((text) => ({ text, ...typedAddress(text) }));
  const assumed = typed.filter((address) => address.assumed !== null);
  if (!call.json)
    for (const { url, assumed: scheme } of assumed)
      call.terminal.note(`crawling ${url} (no scheme was given: ${scheme})`);
  const seeds = typed.map(({ url }) => url);
  return await startCrawl(call, {
    document: { name: seedName(seeds) },
    seeds,
    hint: httpHint(assumed.filter((address) => address.assumed === 'https').map(({ text }) => text)),
  });
};

/** Hint for hosts that gave no answer over https, which Surf assumed. */
const httpHint = (hosts: readonly string[]): string | null =>
  hosts.length === 0
    ? null
    : `Surf assumed https; for http: surf crawl ${hosts.map((host) => `http://${host}`).join(' ')}`;
