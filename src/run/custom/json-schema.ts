/** JSON Schemas of people, compiled by Ajv, which loads with the first of them. */

/** Says why a value does not fit, or nothing when it fits. */
export type CheckJson = (value: unknown) => string | undefined;

/** Errors that the model reads; a list of a thousand wrong items says no more. */
const MAX_ERRORS = 10;

/** For all patterns of a value together. A pattern that backtracks may take years for a text that a model chose. */
const PATTERNS_MS = 1000;

interface Pattern {
  readonly pattern: RegExp;
  readonly text: string;
}

/** Returns a function that compiles schemas. That throws what Ajv throws of one that is none. */
export async function jsonSchemas(): Promise<(schema: object) => CheckJson> {
  const [{ Ajv2020 }, { createContext, runInContext }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("node:vm"), // which can end a pattern
  ]);
  const place: Partial<Pattern> = createContext({});
  let leftMs = PATTERNS_MS;
  const fits = (asked: Pattern): boolean => {
    if (leftMs < 1) return false;
    const began = performance.now();
    try {
      Object.assign(place, asked);
      return runInContext("pattern.test(text)", place, { timeout: Math.ceil(leftMs) }) === true;
    } catch {
      return false; // out of time
    } finally {
      leftMs -= performance.now() - began;
    }
  };
  const regExp = Object.assign(
    (source: string, flags: string) => {
      const pattern = new RegExp(source, flags);
      // Ajv knows it by its text.
      return { test: (text: string) => fits({ pattern, text }), toString: () => String(pattern) };
    },
    { code: "" }, // for code that is written to a file
  );
  const options = { allErrors: true, strict: false, validateFormats: false, code: { regExp } };
  return (schema) => {
    const validate = new Ajv2020(options).compile(schema);
    return (value) => {
      leftMs = PATTERNS_MS;
      if (validate(value)) return undefined;
      if (leftMs < 1) return "its patterns take more than a second with this value";
      const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
      return errors.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ");
    };
  };
}
