export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** Words that can follow `surf` and each of its commands. */
export interface CompletionWords {
  readonly commands: readonly { readonly name: string; readonly summary: string; readonly words: readonly string[] }[];
  /** Flags of every command. */
  readonly everywhere: readonly string[];
}

/** A script that completes commands, flags, `last` and file names in this shell. */
export function scriptOf(shell: Shell, words: CompletionWords): string {
  return SCRIPTS[shell](words);
}

const SCRIPTS: Readonly<Record<Shell, (words: CompletionWords) => string>> = {
  bash: (words) => `# surf completion bash > ~/.local/share/bash-completion/completions/surf
_surf() {
  local cur=\${COMP_WORDS[COMP_CWORD]} words
${casesOf(words)}
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -o default -F _surf surf`,

  zsh: ({ commands, everywhere }) => `#compdef surf
# surf completion zsh > a folder of $fpath, as _surf
_surf() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(${[...commands.map(({ name }) => name), ...everywhere].join(' ')})
  else
    case \${words[2]} in
${commands.map(({ name, words }) => `      ${name}) found=(${words.join(' ')}) ;;`).join('\n')}
      *) found=(${everywhere.join(' ')}) ;;
    esac
  fi
  compadd -- $found
  _files
}
if [ "$funcstack[1]" = _surf ]; then _surf "$@"; else compdef _surf surf; fi`,

  fish: ({ commands, everywhere }) =>
    [
      '# surf completion fish > ~/.config/fish/completions/surf.fish',
      ...commands.map(
        ({ name, summary }) => `complete -c surf -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`,
      ),
      ...everywhere.map((flag) => `complete -c surf -l ${flag.slice(2)}`),
      ...commands.flatMap(({ name, words }) =>
        words
          .filter((word) => !everywhere.includes(word))
          .map((word) => {
            const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${word}`;
            return `complete -c surf -n '__fish_seen_subcommand_from ${name}' ${what}`;
          }),
      ),
    ].join('\n'),
};

/** Cases of the Bash script: the words of the command on the line. */
function casesOf({ commands, everywhere }: CompletionWords): string {
  const cases = commands.map(({ name, words }) => `    ${name}) words="${words.join(' ')}" ;;`);
  return [
    `  case \${COMP_WORDS[1]} in`,
    ...cases,
    `    *) words="${[...commands.map(({ name }) => name), ...everywhere].join(' ')}" ;;`,
    '  esac',
  ].join('\n');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;
