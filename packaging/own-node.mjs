import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Runs after `npm ci` of a checkout, plain JavaScript for the Node of the machine (ADR 44):
 * - removes what the package of Node has beside the program: headers for native add-ons, manual
 *   pages and the change log (69 of 193 MB). Surf builds no add-on;
 * - links `node_modules/.bin/node` where npm has not. npm 10 makes the link, and removes it again
 *   with the packages of other platforms, which have one of the same name.
 */
const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const RUNTIME = /^node-(?:bin-)?(?:darwin|linux|win)-(?:arm64|x64)$/;

for (const name of existsSync(MODULES) ? readdirSync(MODULES).filter((each) => RUNTIME.test(each)) : []) {
  for (const part of ['include', 'share', 'CHANGELOG.md'])
    rmSync(`${MODULES}${name}/${part}`, { recursive: true, force: true });
  link(name);
}

function link(name) {
  const windows = process.platform === 'win32';
  const at = `${MODULES}.bin/node${windows ? '.cmd' : ''}`;
  if (existsSync(at)) return;
  rmSync(at, { force: true }); // a link that leads nowhere
  if (windows) writeFileSync(at, `@"%~dp0\\..\\${name}\\bin\\node.exe" %*\r\n`);
  else symlinkSync(`../${name}/bin/node`, at);
}
