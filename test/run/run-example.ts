import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `npm run example -- examples/hooks.ts [ARGUMENTS]`: runs an example of a checkout, in which the
 * packages that it imports are the sources.
 */
const SOURCES: Readonly<Record<string, string>> = {
  'surf-crawler': new URL('../../library/index.ts', import.meta.url).href,
  '@surf-crawler/client': new URL('../../client/index.ts', import.meta.url).href,
};

registerHooks({
  resolve: (specifier, context, next) => next(SOURCES[specifier] ?? specifier, context),
});

const [file] = process.argv.splice(2, 1);
if (file === undefined) {
  process.stderr.write('npm run example -- examples/hooks.ts [ARGUMENTS]; examples/README.md lists the programs\n');
  process.exitCode = 2;
} else {
  process.argv[1] = resolve(file);
  await import(pathToFileURL(resolve(file)).href);
}
