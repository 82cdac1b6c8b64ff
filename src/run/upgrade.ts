/** Reads files of earlier releases: renames the keys of old events, replies and results. There is one rename table per format. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** The object with its old keys renamed. An existing new key wins. */
function renamed(value: Json, names: Readonly<Record<string, string>>): Json {
  const old = Object.keys(names).filter((key) => key in value);
  if (old.length === 0) return value;
  const rest = Object.entries(value).filter(([key]) => !old.includes(key));
  return { ...Object.fromEntries(old.map((key) => [names[key]!, value[key]])), ...Object.fromEntries(rest) };
}

/** `value` with `change` applied to the object under `key`, if there is one. */
function within(value: Json, key: string, change: (inner: Json) => Json): Json {
  const inner = value[key];
  return isObject(inner) ? { ...value, [key]: change(inner) } : value;
}

const crossover = (text: unknown): unknown => (text === "compose" ? "crossover" : text);

function upgradePlan(plan: Json): Json {
  const named = renamed(plan, { donor: "secondParent" });
  return "secondParent" in named ? { ...named, strategy: crossover(named["strategy"]) } : named;
}

function upgradeDiagnosis(diagnosis: Json): Json {
  const named = renamed(diagnosis, { shareOfFloor: "solFraction" });
  const { limits } = named;
  return Array.isArray(limits)
    ? { ...named, limits: limits.map((limit: unknown) => (isObject(limit) ? renamed(limit, { moves: "techniques" }) : limit)) }
    : named;
}

/** An event of any release in this release's form. */
export function upgradeEvent(value: unknown): unknown {
  if (!isObject(value)) return value;
  switch (value["type"]) {
    case "told":
      return renamed({ ...value, type: "human_feedback" }, { word: "feedback" });
    case "attempted":
      return within(value, "attempt", (attempt) => within(within(attempt, "plan", upgradePlan), "diagnosis", upgradeDiagnosis));
    case "selected": {
      const { expansions } = value;
      if (!Array.isArray(expansions)) return value;
      return { ...value, expansions: expansions.map((one: unknown) => (isObject(one) ? { ...one, why: crossover(one["why"]) } : one)) };
    }
    default:
      return value;
  }
}

/** A recorded reply of any release in this release's form. */
export function upgradeReply(value: unknown): unknown {
  return isObject(value) ? renamed(value, { nth: "childIndex" }) : value;
}

/** A bench's results of any release in this release's form. */
export function upgradeResults(value: unknown): unknown {
  if (!isObject(value) || !Array.isArray(value["cells"])) return value;
  return { ...value, cells: value["cells"].map((cell: unknown) => (isObject(cell) ? renamed(cell, { shareOfFloor: "solFraction" }) : cell)) };
}
