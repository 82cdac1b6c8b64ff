/**
 * Constraints on whole numbers, written after `require:` in a candidate. A constraint compares sums, products and quotients
 * of named constants. `&&` joins comparisons. Precedence is C's, and division truncates. Strings, calls and assignments are refused.
 */
export type Setting = Readonly<Record<string, number>>;
type Term = (setting: Setting) => number;

const operators: Record<string, (a: number, b: number) => number> = {
  "&&": (a, b) => Number(a !== 0 && b !== 0),
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b && !Number.isNaN(a + b)),
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? NaN : Math.trunc(a / b)),
  "%": (a, b) => (b === 0 ? NaN : a % b),
};
/** Operators by precedence, lowest first. */
const LEVELS = [["&&"], ["<", "<=", ">", ">=", "==", "!="], ["+", "-"], ["*", "/", "%"]];
const TOKEN = /\s*(\d+|[A-Za-z_]\w*|&&|[<>=!]=|[-+*/%()<>])/y;

/** Whether a setting meets the constraint. A division by zero fails it. Throws SyntaxError with an explanation if the text is not a constraint on `names`. */
export function constraintOf(text: string, names: readonly string[]): (setting: Setting) => boolean {
  const tokens = tokensOf(text);
  if (!tokens.some((token) => LEVELS[1]!.includes(token))) throw new SyntaxError(`"${text}" compares nothing`);
  const term = level(tokens, 0, names);
  if (tokens.length > 0) throw new SyntaxError(`"${tokens[0]}" is not expected in "${text}"`);
  return (setting) => term(setting) === 1;
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; text.slice(at).trim() !== ""; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) throw new SyntaxError(`"${text.slice(at).trim()}" is not understood`);
    tokens.push(token);
  }
  return tokens;
}

function level(tokens: string[], depth: number, names: readonly string[]): Term {
  const own = LEVELS[depth];
  if (!own) return atom(tokens, names);
  let left = level(tokens, depth + 1, names);
  while (own.includes(tokens[0] ?? "")) {
    const apply = operators[tokens.shift()!]!;
    const [before, right] = [left, level(tokens, depth + 1, names)];
    left = (setting) => apply(before(setting), right(setting));
  }
  return left;
}

function atom(tokens: string[], names: readonly string[]): Term {
  const token = tokens.shift() ?? "the end";
  if (/^\d/.test(token)) return () => Number(token);
  if (names.includes(token)) return (setting) => setting[token]!;
  if (token !== "(") throw new SyntaxError(`"${token}" is no number and no tuned constant (${names.join(", ") || "there is none"})`);
  const inner = level(tokens, 0, names);
  if (tokens.shift() !== ")") throw new SyntaxError("a parenthesis is not closed");
  return inner;
}
