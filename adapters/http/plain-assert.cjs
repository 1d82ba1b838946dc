/**
 * Takes the place of `node:assert` in bundles, where undici asserts what a server may break (a status below 100). To word its message, `node:assert` reads and
 * parses the source file: of a bundle it parses the middle of a line, and throws SyntaxError in place of AssertionError. Plain JavaScript: undici calls what it requires.
 *
 * @param {unknown} value
 * @param {string | Error} [message]
 */
module.exports = function assert(value, message) {
  if (value) return;
  if (message instanceof Error) throw message;
  const error = new Error(message ?? 'an assertion does not hold');
  error.name = 'AssertionError';
  error.code = 'ERR_ASSERTION';
  throw error;
};
