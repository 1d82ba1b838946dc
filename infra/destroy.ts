import { CHECKOUT } from './commands/checkout.ts';
import { destroy } from './commands/destroy.ts';
import { exitCodeOf } from './commands/exit-code.ts';

/** `npm run destroy`. */
process.exitCode = await exitCodeOf(() => destroy(process.argv.slice(2), CHECKOUT));
