import type { CommandPlace } from './command-place.ts';
import { CDK, withTools } from './tools.ts';

/** A checkout, where npm runs the commands. */
export const CHECKOUT: CommandPlace = {
  typed: (command, flags) =>
    `npm run ${command === 'first-key' ? '--silent ' : ''}${command}${flags === undefined ? '' : ` -- ${flags}`}`,
  cdk: [CDK],
  app: [],
  withTools,
};
