/** Numbers and lists as people read them. The machine's locales are not used: they take 10 ms to load. */

/** `14,906`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 step`, `2 steps`, `1,200 steps`. `many` is the plural, where it is not the noun with an s. */
export function counted(count: number, noun: string, many = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : many}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function enumerated(parts: readonly string[], word: "and" | "or"): string {
  return [parts.slice(0, -1).join(", "), ...parts.slice(-1)].filter((part) => part !== "").join(` ${word} `);
}

/** `a, b and 3 more`: the first `max` names, and the number of the others. */
export function namedUpTo(names: readonly string[], max: number): string {
  const rest = names.length - max;
  return `${names.slice(0, max).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}

/** Amounts from here on are shown in whole cents. */
const WHOLE_CENTS_USD = 0.1;

/** `$2.00`, `$0.33`, `$0.0123`. */
export function money(usd: number): string {
  const cents = usd.toFixed(2);
  if (usd >= WHOLE_CENTS_USD) return `$${cents}`;
  const exact = usd.toFixed(4).replace(/0{1,2}$/, "");
  return `$${exact}`;
}

/** `12 of 100 steps`. */
export function stepsOf(steps: number, limit: number | undefined): string {
  // A resumed run has a limit of its own, and may have taken more steps in all.
  return limit === undefined || steps > limit
    ? counted(steps, "step")
    : `${grouped(steps)} of ${counted(limit, "step")}`;
}
