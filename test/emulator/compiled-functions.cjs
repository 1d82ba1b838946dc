'use strict';
// The emulator unpacks a bundle for each sandbox into another folder, where Node's own cache does
// not find it: V8 compiled the same bundles a hundred times in a run of the deployed suites. Every
// function requires this file first (ministack.ts): a bundle is compiled once, known by its bytes.
const { createHash } = require('node:crypto');
const { readFileSync, renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const vm = require('node:vm');

/** Smaller files compile faster than they are looked up. */
const LEAST_CHARACTERS = 100_000;
/** By then it has compiled what a first call uses, too. */
const AFTER_MS = 1_500;

const { SURF_COMPILED_FUNCTIONS: folder } = process.env;
const compile = Module.prototype._compile;

Module.prototype._compile = function compileOnce(source, filename, ...rest) {
  if (folder === undefined || source.length < LEAST_CHARACTERS) return compile.call(this, source, filename, ...rest);
  const place = join(folder, createHash('sha1').update(source).digest('hex'));
  const script = new vm.Script(Module.wrap(source), {
    filename,
    cachedData: known(place),
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  if (script.cachedDataRejected !== false) setTimeout(() => keep(script, place), AFTER_MS).unref();
  const run = script.runInThisContext();
  return run.call(this.exports, this.exports, Module.createRequire(filename), this, filename, dirname(filename));
};

function known(place) {
  try {
    return readFileSync(place);
  } catch {
    return undefined;
  }
}

/** Whole or not at all: sandboxes start beside each other, and are killed. */
function keep(script, place) {
  writeFileSync(`${place}-${process.pid}`, script.createCachedData());
  renameSync(`${place}-${process.pid}`, place);
}
