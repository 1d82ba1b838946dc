import { CHECKOUT } from './commands/checkout.ts';
import { firstKey } from './commands/first-key.ts';

/** `npm run first-key`. */
process.exitCode = await firstKey(process.argv.slice(2), CHECKOUT);
