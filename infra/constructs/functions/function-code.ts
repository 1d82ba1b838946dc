import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Verb } from './function-bundle.ts';

/** Where the code of functions comes from. */
export type FunctionCode = (verb: Verb) => Code;

/** Code that is in a folder, in a folder per verb. Functions share it: each verb is one asset. */
export function codeIn(folder: string): FunctionCode {
  return codeFrom((verb) => join(folder, verb));
}

/** @param write gives the folder with the code of a verb; Surf asks once for each */
export function codeFrom(write: (verb: Verb) => string): FunctionCode {
  const made = new Map<Verb, Code>();
  return (verb) => {
    const code = made.get(verb) ?? Code.fromAsset(write(verb));
    made.set(verb, code);
    return code;
  };
}
