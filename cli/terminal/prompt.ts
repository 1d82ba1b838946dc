import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** True if a user sits at a terminal and can answer a prompt. */
export const canPrompt = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Prompts on stderr. Any answer but `y` or `yes` means no. */
export async function confirm(question: string): Promise<boolean> {
  const answer = await prompt(`${question} [y/N] `, process.stderr);
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Prompts for a secret and does not echo it. */
export async function promptSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await prompt('', silent);
  process.stderr.write('\n');
  return answer.trim();
}

async function prompt(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
