import { CHECKOUT } from './commands/checkout.ts';
import { exitCodeOf } from './commands/exit-code.ts';
import { firstKey } from './commands/first-key.ts';

/** `npm run first-key`. */
process.exitCode = await exitCodeOf(() => firstKey(process.argv.slice(2), CHECKOUT));
