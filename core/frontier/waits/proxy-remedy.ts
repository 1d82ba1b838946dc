/** Advice about a proxy. @param message of the fetcher: `the proxy … answers 407` */
export function proxyRemedy(message: string): string {
  if (/answers 407\b/.test(message))
    return 'put the whole URL with user and password into SURF_SECRET_PROXY, and write fetch.proxy: {secretRef: PROXY} (--proxy)';
  if (/answers \d/.test(message))
    return 'ask its owner: Surf needs connections (CONNECT) to the addresses of sites, port 80 for http:// and 443 for https://';
  if (message.includes('may not connect'))
    return 'permit private networks where the proxy is in one: --allow-private-network; of the API settings.allowPrivateNetwork: true';
  return 'check fetch.proxy (--proxy), and that the proxy runs; its scheme says how Surf speaks to it, http:// for most';
}
