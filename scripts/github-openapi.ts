/**
 * Cuts the operations that the GitHub double serves out of GitHub's official OpenAPI description, into plain JSON Schema
 * (`nullable` resolved, prose dropped). The package is 385 MB, so it is no dependency. To cut anew:
 * `npm install --prefix <folder> @octokit/openapi@23.0.2`, then `node scripts/github-openapi.ts <folder>`.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const TARGET = "test/doubles/github/openapi-subset.json";

/** Operation ids, as the description names them. */
const OPERATIONS = [
  "actions/create-workflow-dispatch",
  "actions/get-github-actions-default-workflow-permissions-repository",
  "checks/list-for-ref",
  "git/create-blob",
  "git/create-commit",
  "git/create-ref",
  "git/create-tree",
  "git/delete-ref",
  "git/get-blob",
  "git/get-commit",
  "git/get-ref",
  "git/get-tree",
  "git/list-matching-refs",
  "git/update-ref",
  "issues/add-assignees",
  "issues/add-labels",
  "issues/create",
  "issues/create-comment",
  "issues/delete-comment",
  "issues/get",
  "issues/get-comment",
  "issues/get-label",
  "issues/list-comments",
  "issues/list-comments-for-repo",
  "issues/list-events",
  "issues/list-for-repo",
  "issues/remove-label",
  "issues/update",
  "issues/update-comment",
  "pulls/create",
  "pulls/create-reply-for-review-comment",
  "pulls/create-review",
  "pulls/delete-review-comment",
  "pulls/get",
  "pulls/get-review-comment",
  "pulls/list",
  "pulls/list-commits",
  "pulls/list-files",
  "pulls/list-review-comments",
  "pulls/list-review-comments-for-repo",
  "pulls/list-reviews",
  "pulls/update",
  "pulls/update-review-comment",
  "rate-limit/get",
  "reactions/create-for-issue",
  "reactions/create-for-issue-comment",
  "reactions/create-for-pull-request-review-comment",
  "reactions/delete-for-issue",
  "reactions/delete-for-issue-comment",
  "reactions/delete-for-pull-request-comment",
  "reactions/list-for-issue",
  "reactions/list-for-issue-comment",
  "reactions/list-for-pull-request-review-comment",
  "repos/compare-commits-with-basehead",
  "repos/create-dispatch-event",
  "repos/get",
  "repos/get-branch",
  "repos/get-branch-protection",
  "repos/get-branch-rules",
  "repos/get-collaborator-permission-level",
  "repos/get-combined-status-for-ref",
  "repos/get-commit",
  "repos/get-content",
  "repos/list-branches",
  "repos/list-pull-requests-associated-with-commit",
  "search/issues-and-pull-requests",
  "teams/get-membership-for-user-in-org",
  "users/get-authenticated",
  "users/get-by-username",
];

type Json = null | boolean | number | string | Json[] | JsonObject;
interface JsonObject {
  [key: string]: Json | undefined;
}

const PROSE = new Set(["description", "example", "examples", "title", "externalDocs", "deprecated", "discriminator"]);

const folder = process.argv[2];
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

const schemas: JsonObject = {};

/** One schema without prose, with JSON Schema's null instead of `nullable`, its references collected. */
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
    if (!OPERATIONS.includes(id)) continue;
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
const missing = OPERATIONS.filter((id) => operations[id] === undefined);
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
