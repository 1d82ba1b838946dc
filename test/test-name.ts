import { beforeEach } from 'vitest';

/** A name is one line in a report. Tables cut their values by `$0` instead of `%s`. */
const MOST_LETTERS = 120;

beforeEach(({ task: { name } }) => {
  if (name.length > MOST_LETTERS)
    throw new Error(`the name of this test has ${name.length} letters, at most ${MOST_LETTERS}`);
});
