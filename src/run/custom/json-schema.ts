/** Compiles JSON Schemas that people wrote, with Ajv, which is loaded for the first of them. */

/** Returns why a value does not fit; undefined when it fits. */
export type CheckJson = (value: unknown) => string | undefined;

/** How many errors the model reads. All of a thousand wrong items would say no more. */
const MAX_ERRORS = 10;

/** Time for one value. A pattern that backtracks may take years for some texts, and unique items the square of their number. */
const CHECK_MS = 1000;

interface Schema {
  /** Names the draft that the schema is written in; the newest when left out. */
  readonly $schema?: unknown;
}

/** Returns a function that compiles schemas. It throws Ajv's error for an invalid schema. */
export async function jsonSchemas(): Promise<(schema: Schema) => CheckJson> {
  const [{ Ajv2020 }, { Ajv2019 }, { Ajv }, { createContext, runInContext }] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv/dist/2019.js"),
    import("ajv"),
    import("node:vm"), // can stop a pattern that takes too long
  ]);
  const options = { allErrors: true, strict: false, validateFormats: false };
  return ({ $schema: draft, ...schema }: Schema) => {
    const of = /\/draft-0\d\//.test(String(draft)) ? Ajv : String(draft).includes("/2019-09/") ? Ajv2019 : Ajv2020;
    // Ajv's own word makes a check a promise, which every value would pass.
    const validate = new of(options).compile({ ...schema, $async: false });
    return (value) => {
      try {
        const fits: unknown = runInContext("fits()", createContext({ fits: () => validate(value) }), {
          timeout: CHECK_MS,
        });
        if (fits === true) return undefined;
      } catch (error) {
        const { code, name } = error as NodeJS.ErrnoException;
        if (code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
          return "checking it takes more than a second: a pattern or uniqueItems is too slow for this value";
        if (name === "RangeError")
          return "the schema refers to itself without an end, or the value is nested too deeply";
        throw error;
      }
      const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
      return errors.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ");
    };
  };
}
