import { join } from 'node:path';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Verb } from './function-bundle.ts';

/** Source of the functions' code. */
export type FunctionCode = (verb: Verb) => Code;

/** Code from a folder with one subfolder per verb. Functions share it: each verb is one asset. */
export function codeIn(folder: string): FunctionCode {
  const made = new Map<Verb, Code>();
  return (verb) => {
    const code = made.get(verb) ?? Code.fromAsset(join(folder, verb));
    made.set(verb, code);
    return code;
  };
}
