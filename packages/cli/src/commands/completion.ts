import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** Words that may follow each command, by its words before: `job` -> `create list ...`. */
function wordsOf(command: Command, before = ''): Array<[string, string[]]> {
  const options = command.options.flatMap(({ long }) => (long ? [long] : []));
  const words = [...command.commands.map((each) => each.name()), ...options];
  return [
    [before, words],
    ...command.commands.flatMap((each) => wordsOf(each, before === '' ? each.name() : `${before} ${each.name()}`)),
  ];
}

function bashOf(program: Command): string {
  const cases = wordsOf(program).map(([before, words]) => `    '${before}') words='${words.join(' ')}' ;;`);
  return `_numscope() {
  local before='' words='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || before="\${before:+$before }$word"
  done
  case "$before" in
${cases.join('\n')}
    *) COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o filenames -F _numscope numscope`;
}

/** What a shell needs to complete commands and options. */
export function addCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .description('What a shell needs to complete commands: source <(numscope completion bash)')
    .addArgument(program.createArgument('<shell>', 'which').choices(['bash', 'zsh']))
    .action((shell: string) => {
      const script = bashOf(program);
      const text = shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${script}` : script;
      context.surroundings.out.write(`${text}\n`);
    });
}
