import { CHECKOUT } from './commands/checkout.ts';
import { destroy } from './commands/destroy.ts';

/** `npm run destroy`. */
process.exitCode = await destroy(process.argv.slice(2), CHECKOUT);
