/**
 * GitHub's official API description, cut to what the double serves (`scripts/github-openapi.ts`): which operation a request
 * is, and what is wrong with a request or with one of our own answers. It knows nothing of the state.
 */

import { readFileSync } from "node:fs";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";

type Schema = { readonly [key: string]: unknown };

interface Described {
  readonly method: string;
  readonly path: string;
  readonly parameters: { readonly path: Schema; readonly query: Schema };
  readonly body?: Schema;
  readonly bodyRequired?: boolean;
  /** Status → schema of the JSON body, or null where there is none. */
  readonly answers: Readonly<Record<string, Schema | null>>;
}

interface Match {
  /** The operation id, for example `issues/get`. */
  readonly id: string;
  /** Path parameters, decoded, numbers as numbers. */
  readonly params: Readonly<Record<string, string | number>>;
}

export interface Description {
  readonly match: (method: string, path: string) => Match | undefined;
  /** What is wrong with a request; query values are coerced in place as GitHub does. */
  readonly checkRequest: (id: string, query: Record<string, unknown>, body: unknown) => string[];
  readonly checkAnswer: (id: string, status: number, body: unknown) => string[];
}

const FILE = new URL("./openapi-subset.json", import.meta.url);
/** Parameters that hold slashes. */
const DEEP = new Set(["path", "ref", "basehead", "branch"]);
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

let loaded: Description | undefined;

/** The description, read once per process; validators are compiled when first needed, 5 to 60 ms each. */
export function loadDescription(): Description {
  loaded ??= read();
  return loaded;
}

function read(): Description {
  const subset = JSON.parse(readFileSync(FILE, "utf8")) as {
    readonly $id: string;
    readonly operations: Readonly<Record<string, Described>>;
    readonly schemas: Readonly<Record<string, Schema>>;
  };
  const options = { strict: false, allErrors: true, formats: { "date-time": DATE_TIME } } as const;
  const strict = new Ajv(options).addSchema(subset);
  const coercing = new Ajv({ ...options, coerceTypes: true }).addSchema(subset);
  const routes = Object.entries(subset.operations)
    .map(([id, { method, path, parameters }]) => ({
      id,
      method,
      pattern: patternOf(path),
      path,
      numbers: numbersOf(parameters.path),
    }))
    .toSorted((a, b) => literals(b.path) - literals(a.path));

  const validator = (ajv: Ajv, id: string, ...keys: readonly string[]): ValidateFunction => {
    const pointer = [id, ...keys].map((key) => key.replaceAll("/", "~1")).join("/");
    const found = ajv.getSchema(`${subset.$id}#/operations/${pointer}`);
    if (found === undefined) throw new Error(`The subset has no ${pointer}.`);
    return found as ValidateFunction;
  };
  const complaints = (validate: ValidateFunction, what: string, value: unknown): string[] =>
    validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}${describe(error)}`);

  const namesIn = (schema: Schema): Set<string> | undefined => {
    const reference = schema["$ref"];
    if (typeof reference === "string") return namesIn(subset.schemas[reference.split("/").at(-1) ?? ""] ?? {});
    const parts = [schema["oneOf"], schema["anyOf"], schema["allOf"]].flat().filter((part) => part !== undefined);
    const own = Object.keys(schema["properties"] ?? {});
    const names = new Set([...own, ...parts.flatMap((part) => [...(namesIn(part as Schema) ?? [])])]);
    return names.size === 0 ? undefined : names;
  };

  return {
    match: (method, path) => {
      for (const route of routes) {
        const found = route.method === method ? route.pattern.exec(path) : null;
        if (found === null) continue;
        const params = Object.entries(found.groups ?? {}).map(([name, value]) => {
          const text = decodeURIComponent(value);
          return [name, route.numbers.has(name) ? Number(text) : text] as const;
        });
        return { id: route.id, params: Object.fromEntries(params) };
      }
      return undefined;
    },
    checkRequest: (id, query, body) => {
      const { body: schema, bodyRequired } = subset.operations[id] ?? {};
      const found = complaints(validator(coercing, id, "parameters", "query"), "query", query);
      if (Number(query["per_page"] ?? 0) > 100) found.push(`query/per_page ${String(query["per_page"])} is over 100`);
      if (schema === undefined) return body === undefined ? found : [...found, "a body where none is defined"];
      if (body === undefined) return bodyRequired === true ? [...found, "the body is missing"] : found;
      found.push(...complaints(validator(strict, id, "body"), "body", body));
      const names = namesIn(schema);
      const given = typeof body === "object" && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
      const free = schema["additionalProperties"] !== undefined && schema["additionalProperties"] !== false;
      if (names !== undefined && !free) {
        found.push(...given.filter((name) => !names.has(name)).map((name) => `body/${name} is not defined`));
      }
      return found;
    },
    checkAnswer: (id, status, body) => {
      const schema = subset.operations[id]?.answers[String(status)];
      if (schema === undefined) return status >= 400 ? errorComplaints(body) : [`status ${status} is not described`];
      if (schema === null) return [];
      return complaints(validator(strict, id, "answers", String(status)), `answer ${status}`, body);
    },
  };
}

/** An error that the description leaves out must still look like GitHub's. */
function errorComplaints(body: unknown): string[] {
  const message = typeof body === "object" && body !== null ? (body as Schema)["message"] : undefined;
  return typeof message === "string" ? [] : ["an error answer without a message"];
}

function patternOf(path: string): RegExp {
  const source = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `(?<${name}>${DEEP.has(name) ? ".+" : "[^/]+"})`);
  return new RegExp(`^${source}$`);
}

function numbersOf(schema: Schema): Set<string> {
  const properties = schema["properties"] as Readonly<Record<string, Schema>>;
  return new Set(Object.keys(properties).filter((name) => properties[name]?.["type"] === "integer"));
}

/** The more literal text, the more particular the route: `/branches/{branch}/protection` before `/branches/{branch}`. */
function literals(path: string): number {
  return path.replaceAll(/\{\w+\}/g, "").length;
}

function describe(error: ErrorObject): string {
  const extra = "additionalProperty" in error.params ? ` (${String(error.params["additionalProperty"])})` : "";
  return `${error.instancePath} ${error.message ?? "is wrong"}${extra}`;
}
