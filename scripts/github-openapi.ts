/**
 * Cuts the operations that the GitHub double serves out of GitHub's official OpenAPI description, as plain JSON Schema (`nullable`
 * resolved, prose left out). The package has 385 MB, so it is not a dependency. To cut the operations of the file again:
 * `npm install --prefix <folder> @octokit/openapi@23.0.2`, then `node scripts/github-openapi.ts <folder> [operation id …]`. Ids such
 * as `issues/create` add operations. To remove one, delete its line from the file first.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TARGET = "test/doubles/github/openapi-subset.json";

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json | undefined;
}

const PROSE = new Set(["description", "example", "examples", "title", "externalDocs", "deprecated", "discriminator"]);

const [folder, ...added] = process.argv.slice(2);
if (folder === undefined) throw new Error("Name the folder that has node_modules/@octokit/openapi.");
const source = JSON.parse(
  readFileSync(join(folder, "node_modules/@octokit/openapi/generated/api.github.com.json"), "utf8"),
) as JsonObject;

function at(pointer: string): JsonObject {
  let node: JsonObject = source;
  for (const key of pointer.slice(2).split("/")) node = node[key] as JsonObject;
  return node;
}

function resolved(node: JsonObject): JsonObject {
  return typeof node["$ref"] === "string" ? at(node["$ref"]) : node;
}

const before = JSON.parse(readFileSync(TARGET, "utf8")) as { readonly operations: JsonObject };
const wanted = [...Object.keys(before.operations), ...added];
const schemas: JsonObject = {};

/** One schema without prose, with `null` in place of `nullable`. The schemas that it refers to are collected. */
function schema(node: JsonObject): JsonObject {
  if (typeof node["$ref"] === "string") {
    const name = node["$ref"].split("/").at(-1) ?? "";
    if (schemas[name] === undefined) {
      schemas[name] = {}; // first, because schemas refer to themselves
      schemas[name] = schema(at(node["$ref"]));
    }
    return { $ref: `#/schemas/${name}` };
  }
  const clean: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (PROSE.has(key) || key.startsWith("x-") || key === "nullable") continue;
    if (key === "format" && value !== "date-time") continue;
    clean[key] = key === "properties" ? properties(value as JsonObject) : part(value ?? null);
  }
  return node["nullable"] === true ? nullable(clean) : clean;
}

function properties(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, schema(value as JsonObject)]));
}

function part(value: Json): Json {
  if (Array.isArray(value)) return value.map(part);
  return value !== null && typeof value === "object" ? schema(value) : value;
}

function nullable(node: JsonObject): JsonObject {
  if (typeof node["type"] !== "string") return { anyOf: [node, { type: "null" }] };
  const values = Array.isArray(node["enum"]) ? { enum: [...new Set([...node["enum"], null])] } : {};
  return { ...node, ...values, type: [node["type"], "null"] };
}

function jsonContent(node: JsonObject): JsonObject | undefined {
  const content = (resolved(node)["content"] ?? {}) as JsonObject;
  const json = (content["application/json"] ?? content["application/json+repository"]) as JsonObject | undefined;
  return json?.["schema"] === undefined ? undefined : schema(json["schema"] as JsonObject);
}

function parameters(list: Json | undefined): JsonObject {
  const of = (where: string): JsonObject => {
    const own = ((list ?? []) as JsonObject[]).map(resolved).filter((parameter) => parameter["in"] === where);
    return {
      type: "object",
      additionalProperties: false,
      required: own
        .filter((parameter) => parameter["required"] === true)
        .map((parameter) => parameter["name"] as string),
      properties: Object.fromEntries(
        own.map((parameter) => [parameter["name"], schema(parameter["schema"] as JsonObject)]),
      ),
    };
  };
  return { path: of("path"), query: of("query") };
}

const operations: JsonObject = {};
for (const [path, methods] of Object.entries(source["paths"] as JsonObject)) {
  for (const [method, value] of Object.entries(methods as JsonObject)) {
    const operation = value as JsonObject;
    const id = operation["operationId"] as string;
    if (!wanted.includes(id)) continue;
    const body = operation["requestBody"] === undefined ? undefined : resolved(operation["requestBody"] as JsonObject);
    operations[id] = {
      method: method.toUpperCase(),
      path,
      parameters: parameters(operation["parameters"]),
      ...(body === undefined
        ? {}
        : { body: jsonContent(body) ?? {}, bodyRequired: (body["required"] ?? false) as boolean }),
      answers: Object.fromEntries(
        Object.entries(operation["responses"] as JsonObject).map(([status, answer]) => [
          status,
          jsonContent(answer as JsonObject) ?? null,
        ]),
      ),
    };
  }
}
const missing = wanted.filter((id) => operations[id] === undefined);
if (missing.length > 0) throw new Error(`The description has no operation ${missing.join(", ")}.`);

const lines = (record: JsonObject): string =>
  Object.entries(record)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(",\n");
writeFileSync(
  TARGET,
  `{"$id": "https://api.github.com/subset",\n"operations": {\n${lines(operations)}\n},\n"schemas": {\n${lines(schemas)}\n}}\n`,
);
console.log(`${TARGET}: ${Object.keys(operations).length} operations, ${Object.keys(schemas).length} schemas`);
