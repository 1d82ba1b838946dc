import { CHECKOUT } from './commands/checkout.ts';
import { deploy } from './commands/deploy.ts';

/** `npm run deploy`. */
process.exitCode = await deploy(process.argv.slice(2), CHECKOUT);
