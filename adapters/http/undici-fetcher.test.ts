import { createUndiciFetcher } from '#adapters/http/undici-fetcher.ts';
import { parseProxy } from '#core/secrets/proxy-address.ts';
import { fetcherContract } from '#test/contract/fetching/fetcher-contract.ts';
import { startConnectProxy } from '#test/http/connect-proxy.ts';

const OPTIONS = { allowPrivateNetwork: true, connectTo: [] };

fetcherContract('a fetcher', async () => ({
  open: (options) => createUndiciFetcher({ ...OPTIONS, ...options }),
  close: async () => {},
}));

fetcherContract('a fetcher through a proxy', async () => {
  const proxy = await startConnectProxy();
  const address = parseProxy(proxy.url);
  if (typeof address === 'string') throw new Error(address);
  return {
    open: (options) => createUndiciFetcher({ ...OPTIONS, ...options }, address),
    close: () => proxy.close(),
  };
});
