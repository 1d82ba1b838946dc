import { SurfError } from '#core/error.ts';
import { literalProxy, type WithSecrets } from '#core/secrets/header-secrets.ts';
import type { ProxyAddress } from '#core/secrets/proxy-address.ts';

/**
 * The proxy of a preview or a sample, which have no secrets.
 * @throws SurfError SECRET_UNUSABLE if the workflow's proxy is a secret: nothing goes around it
 */
export function previewProxy({ fetch }: WithSecrets): ProxyAddress | null {
  if (fetch.proxy === null || typeof fetch.proxy === 'string') return literalProxy(fetch.proxy);
  throw new SurfError(
    'SECRET_UNUSABLE',
    'the proxy of the workflow is a secret, and a preview or an estimate has none',
    {
      remedy:
        'start a crawl with a small limit instead (limits.pages: 1, --pages 1), or name a proxy without a password',
    },
  );
}
