/** JSON Schemas of people, compiled by Ajv, which loads with the first of them. */

/** Says why a value does not fit, or nothing when it fits. */
export type CheckJson = (value: unknown) => string | undefined;

/** Errors that the model reads; a list of a thousand wrong items says no more. */
const MAX_ERRORS = 10;

/** Returns a function that compiles schemas. That throws what Ajv throws of one that is none. */
export async function jsonSchemas(): Promise<(schema: object) => CheckJson> {
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  return (schema) => {
    const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
    return (value) => {
      if (validate(value)) return undefined;
      const errors = (validate.errors ?? []).slice(0, MAX_ERRORS);
      return errors.map(({ instancePath, message }) => `${instancePath || "/"} ${message}`).join("; ");
    };
  };
}
