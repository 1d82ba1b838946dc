import { withTools } from './commands/tools.ts';

/** Entry point of `cdk` (cdk.json): the app, with the libraries that `npm ci` alone leaves out. */
process.exitCode = await withTools(async () => {
  await import('./app.ts');
  return 0;
});
