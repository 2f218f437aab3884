import type { Command, Option } from 'commander';
import type { Context } from '../context.ts';

/** What may follow a command, by the words that lead to it: `job create`, and '' for none. */
interface Place {
  path: string;
  commands: ReadonlyArray<readonly [name: string, does: string]>;
  options: readonly Option[];
  /** What its first argument may be; empty: anything. */
  choices: readonly string[];
  /** Whether it takes arguments, of which a file may be one. */
  takesArguments: boolean;
}

function placesOf(command: Command, path = ''): Place[] {
  const below = command.commands.map((each) => [each.name(), each.description()] as const);
  const [first] = command.registeredArguments;
  return [
    {
      path,
      commands: below,
      options: command.options,
      choices: first?.argChoices ?? [],
      takesArguments: first !== undefined,
    },
    ...command.commands.flatMap((each) => placesOf(each, path === '' ? each.name() : `${path} ${each.name()}`)),
  ];
}

const longOf = ({ long }: Option): string[] => (long ? [long] : []);
const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Each option that takes a value, as the words `job create --name`. */
const optionsWith = (places: readonly Place[], fits: (option: Option) => boolean): Array<[string, Option]> =>
  places.flatMap(({ path, options }) =>
    options
      .filter((option) => takesValue(option) && fits(option))
      .flatMap((option) => longOf(option).map((long): [string, Option] => [`${path} ${long}`, option])),
  );

const quoted = (texts: readonly string[]): string =>
  texts.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join('|');

/** A script of bash, which zsh takes too. No program is begun for a key: all is said in it. */
function bashOf(places: readonly Place[]): string {
  const free = optionsWith(places, (option) => !option.argChoices).map(([words]) => words);
  const chosen = optionsWith(places, (option) => option.argChoices !== undefined);
  const known = places.map(({ path }) => path).filter((path) => path !== '');
  const cases = places.map(({ path, commands, options, choices, takesArguments }) => {
    const words = [...commands.map(([name]) => name), ...choices];
    return `    '${path}') words='${words.join(' ')}' options='${options.flatMap(longOf).join(' ')}' files='${takesArguments && choices.length === 0 ? 1 : ''}' ;;`;
  });
  return `_numscope() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" before='' words='' options='' files='' last='' word i=1
  while [ "$i" -lt "$COMP_CWORD" ]; do
    word="\${COMP_WORDS[i]}"
    last="$before $word"
    case "$word" in
      -*) case "$last" in
        ${quoted([...free, ...chosen.map(([path]) => path)])}) i=$((i + 1)) ;;
      esac ;;
      *) case "\${before:+$before }$word" in
        ${quoted(known)}) before="\${before:+$before }$word" ;;
      esac ;;
    esac
    i=$((i + 1))
  done
  COMPREPLY=()
  # The word is the value of the option before it.
  if [ "$i" -gt "$COMP_CWORD" ]; then
    case "$last" in
${chosen.map(([path, option]) => `      '${path}') COMPREPLY=($(compgen -W '${option.argChoices?.join(' ')}' -- "$cur")) ;;`).join('\n')}
      *) local IFS=$'\\n'; COMPREPLY=($(compgen -f -- "$cur")) ;;
    esac
    return
  fi
  case "$before" in
${cases.join('\n')}
  esac
  case "$cur" in
    -*) words="$options" files='' ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  if [ -n "$files" ]; then
    local IFS=$'\\n'
    COMPREPLY+=($(compgen -f -- "$cur"))
  fi
}
complete -o filenames -F _numscope numscope`;
}

const zshOf = (places: readonly Place[]): string =>
  `autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\n${bashOf(places)}`;

const fishText = (text: string): string => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** A script of fish, which tells besides what each word does. */
function fishOf(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, options, choices, takesArguments }) => {
    const here = `complete -c numscope -n ${fishText(`__numscope_at ${path}`.trimEnd())}`;
    return [
      ...(takesArguments && choices.length === 0 ? [`${here} -F`] : []),
      ...commands.map(([name, does]) => `${here} -a ${name} -d ${fishText(does)}`),
      ...(choices.length > 0 ? [`${here} -a ${fishText(choices.join(' '))}`] : []),
      ...options.flatMap((option) =>
        longOf(option).map((long) => {
          const value = option.argChoices ? ` -x -a ${fishText(option.argChoices.join(' '))}` : ' -r -F';
          return `${here} -l ${long.slice(2)}${takesValue(option) ? value : ''} -d ${fishText(option.description)}`;
        }),
      ),
    ];
  });
  const known = places.map(({ path }) => path).filter((path) => path !== '');
  const values = optionsWith(places, () => true).map(([words]) => words.trim());
  return `function __numscope_at
  set -l before
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
    else if string match -q -- '-*' $word
      contains -- (string trim "$before $word") ${values.map(fishText).join(' ')}; and set skip 1
    else if contains -- (string trim "$before $word") ${known.map(fishText).join(' ')}
      set before (string trim "$before $word")
    end
  end
  test "$before" = "$argv"
end
complete -c numscope -f
${lines.join('\n')}`;
}

const shells = { bash: bashOf, zsh: zshOf, fish: fishOf };
type Shell = keyof typeof shells;

/** What a shell needs to complete commands and options. */
export function addCompletion(program: Command, context: Context): void {
  program
    .command('completion')
    .description('What a shell needs to complete commands: source <(numscope completion bash)')
    .addArgument(program.createArgument('<shell>', 'which').choices(Object.keys(shells)))
    .addHelpText('after', '\nExamples:\n  source <(numscope completion bash)\n  numscope completion fish | source')
    .action((shell: Shell) => {
      context.surroundings.out.write(`${shells[shell](placesOf(program))}\n`);
    });
}
