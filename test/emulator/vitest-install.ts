import { install, PYTHON } from '#test/emulator/ministack.ts';
import { lookFor } from '#test/when-present.ts';

/** The emulator is installed once, before files that start one each would all do it. */
export async function setup(): Promise<void> {
  if (lookFor(PYTHON).present) await install();
}
