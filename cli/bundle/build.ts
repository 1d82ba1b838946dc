import { fileURLToPath } from 'node:url';
import { bundleCommand } from '#cli/bundle/bundle.ts';

/** `npm run build:cli`, which `npm ci` runs as well. */
await bundleCommand({
  root: fileURLToPath(new URL('../../', import.meta.url)),
  out: fileURLToPath(new URL('../dist/', import.meta.url)),
});
