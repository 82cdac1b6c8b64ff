/** `kernelwright completion SHELL`: prints a script that completes commands, options and files. It is generated from the command definitions. */
import type { Command } from "commander";
import { UserError } from "../../domain/errors.ts";

/** One position on a command line: the words before it, and the words that may follow. */
interface Place {
  /** names of commands, for example ["bench", "resume"] */
  path: string[];
  commands: { name: string; description: string }[];
  options: { long: string; description: string; takesValue: boolean }[];
}

/** Prints the script for bash, zsh or fish. Throws UserError for another shell. */
export const completion =
  (program: Command) =>
  (shell: string): void => {
    const scripts: Record<string, (places: readonly Place[]) => string> = {
      bash,
      zsh: (places) => `autoload -U +X bashcompinit && bashcompinit\n${bash(places)}`,
      fish,
    };
    const script = scripts[shell];
    if (!script) throw new UserError(`there is no completion for ${shell}`, `use one of: ${Object.keys(scripts).join(", ")}`);
    process.stdout.write(script(commandPlaces(program, [])));
  };

function commandPlaces(command: Command, path: string[]): Place[] {
  const { commands } = command;
  const options = command.createHelp().visibleOptions(command);
  const place: Place = {
    path,
    commands: commands.map((one) => ({ name: one.name(), description: firstOf(one.description()) })),
    options: options.flatMap(({ short, long, description, required }) =>
      [short, long].flatMap((name) => (name?.startsWith("--") ? [{ long: name, description: firstOf(description), takesValue: required }] : [])),
    ),
  };
  return [place, ...commands.flatMap((one) => commandPlaces(one, [...path, one.name()]))];
}

/** Deepest places first, since the first pattern that fits wins; zsh reads the same function through bashcompinit. */
function bash(places: readonly Place[]): string {
  const cases = places
    .toSorted((a, b) => b.path.length - a.path.length)
    .map(
      ({ path, commands, options }) =>
        `    "${path.map((word) => `${word} `).join("")}"*) words="${[...commands.map(({ name }) => name), ...options.map(({ long }) => long)].join(" ")}" ;;`,
    );
  return `_kernelwright() {
  local words cur="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1} " in
${cases.join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
  [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- "$cur"))
}
complete -o filenames -F _kernelwright kernelwright
`;
}

function fish(places: readonly Place[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  const lines = places.flatMap(({ path, commands, options }) => {
    const seen = path.map((word) => `__fish_seen_subcommand_from ${word}`).join("; and ");
    const none = commands.length > 0 ? `not __fish_seen_subcommand_from ${commands.map(({ name }) => name).join(" ")}` : "";
    const where = quoted([seen, none].filter(Boolean).join("; and "));
    return [
      ...commands.map(({ name, description }) => `complete -c kernelwright -n ${where} -a ${name} -d ${quoted(description)}`),
      ...options.map(
        ({ long, description, takesValue }) => `complete -c kernelwright -n ${where} -l ${long.slice(2)}${takesValue ? " -r" : ""} -d ${quoted(description)}`,
      ),
    ];
  });
  return `${lines.join("\n")}\n`;
}

/** A description up to its first bracket, semicolon or colon: shells show one line. */
const firstOf = (text: string): string => text.split(/ \(|[;:] /)[0] ?? "";
