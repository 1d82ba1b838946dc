import { CHECKOUT } from './commands/checkout.ts';
import { deploy } from './commands/deploy.ts';
import { exitCodeOf } from './commands/exit-code.ts';

/** `npm run deploy`. */
process.exitCode = await exitCodeOf(() => deploy(process.argv.slice(2), CHECKOUT));
