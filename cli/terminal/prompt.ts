import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';

/** Is there somebody at a terminal to be asked? */
export const canAsk = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks on stderr; anything but `y` or `yes` is no. */
export async function askYes(question: string): Promise<boolean> {
  const answer = await ask(`${question} [y/N] `, process.stderr);
  return /^y(?:es)?$/i.test(answer.trim());
}

/** Asks for something that nobody may see over the shoulder. */
export async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await ask('', silent);
  process.stderr.write('\n');
  return answer.trim();
}

async function ask(question: string, output: NodeJS.WritableStream): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  lines.on('SIGINT', () => process.exit(130));
  try {
    return await lines.question(question);
  } finally {
    lines.close();
  }
}
