/**
 * Runs a command of a deployment. An error is one message without a stack: the command's user reads
 * it, and its text says what to do.
 * @returns the exit code, 1 for an error
 */
export async function exitCodeOf(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
