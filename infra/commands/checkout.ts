import type { CommandPlace } from './command-place.ts';
import { CDK, withTools } from './tools.ts';

/** The place of the commands in a checkout: npm runs them. */
export const CHECKOUT: CommandPlace = {
  typed: (command, flags) =>
    `npm run ${command === 'first-key' ? '--silent ' : ''}${command}${flags === undefined ? '' : ` -- ${flags}`}`,
  cdk: [CDK],
  app: [],
  withTools,
};
