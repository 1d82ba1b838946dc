import type { Command, Run } from '#cli/args/command.ts';
import { fieldFlags } from '#cli/args/field-flags.ts';
import { GLOBAL_FLAGS } from '#cli/args/flag.ts';
import { type CompletionWords, SHELLS, scriptOf } from '#cli/terminal/completion-script.ts';
import { EXIT } from '#cli/terminal/exit-code.ts';
import { SurfError } from '#core/error.ts';

/** `surf completion SHELL` */
export const run: Run = async (call) => {
  const name = call.positionals[0] ?? '';
  const shell = SHELLS.find((known) => known === name);
  if (shell === undefined) {
    throw new SurfError('COMMAND_USAGE', `there is no completion for ${JSON.stringify(name.slice(0, 100))}`, {
      remedy: `surf completion ${SHELLS.join(', or surf completion ')}`,
    });
  }
  await call.terminal.line(scriptOf(shell, completionWords(call.commands)));
  return EXIT.succeeded;
};

/** All commands with their flags, and `last` for those that take an execution. */
function completionWords(table: readonly Command[]): CompletionWords {
  const everywhere = GLOBAL_FLAGS.map(({ name }) => `--${name}`);
  return {
    commands: table.map(({ name, summary, takes, flags, fields }) => ({
      name,
      summary,
      words: [
        ...(/\bID\b|AFTER/.test(takes) ? ['last'] : []),
        ...[...flags, ...(fields === 'none' ? [] : fieldFlags(fields))].map((flag) => `--${flag.name}`),
        ...everywhere,
      ],
    })),
    everywhere,
  };
}
