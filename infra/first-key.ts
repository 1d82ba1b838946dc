import { CHECKOUT } from './commands/checkout.ts';
import { printFirstKey } from './commands/first-key.ts';

/** `npm run first-key`. */
process.exitCode = await printFirstKey(process.argv.slice(2), CHECKOUT);
