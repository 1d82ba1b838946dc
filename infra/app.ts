import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { App } from 'aws-cdk-lib';
import { appSettings } from './app-settings.ts';
import { writeFunctions } from './constructs/functions/function-bundle.ts';
import { codeIn } from './constructs/functions/function-code.ts';
import { addCheckedStack } from './surf-app.ts';

/** The app that `cdk synth` and `cdk deploy` run in a checkout (cdk.json). */
const app = new App();
const root = fileURLToPath(new URL('../', import.meta.url));
// Beside the assets of this synthesis: a concurrent one must not overwrite the files that this one
// reads.
const out = resolve(app.outdir, 'bundles');
const settings = appSettings(app, process.env);
writeFunctions({ root, out });

addCheckedStack(app, { ...settings, code: codeIn(out) });
