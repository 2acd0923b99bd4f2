/** GraphQL, checked against GitHub's official schema and executed with it. */

import { readFileSync } from "node:fs";
import { buildSchema, execute, parse, validate, type GraphQLSchema } from "graphql";
import type { Rate, Reply } from "../call.ts";
import { graphqlRoot } from "./root.ts";
import type { State, Token } from "../state.ts";

export interface GraphqlRequest {
  readonly state: State;
  readonly origin: string;
  readonly url: URL;
  readonly body: unknown;
  readonly accept: string;
  readonly token: Token | undefined;
  readonly rate: Rate;
  readonly violation: (text: string) => void;
}

let schema: GraphQLSchema | undefined;

/**
 * The schema takes 200 ms to build, so it is built once per process and only when asked for. Where each word of it stands, and what
 * is said of it, is half of its 30 MB, which are copied for each program that a test starts.
 */
function officialSchema(): GraphQLSchema {
  const file = new URL("schema.graphql", import.meta.resolve("@octokit/graphql-schema"));
  schema ??= buildSchema(readFileSync(file, "utf8").replaceAll(/"""[^]*?"""/g, ""), {
    assumeValid: true,
    noLocation: true,
  });
  return schema;
}

/** Serves one query or mutation. Errors of the schema are violations; errors of the state are answers. */
export async function serveGraphql(request: GraphqlRequest): Promise<Reply> {
  const { body, token, violation } = request;
  if (token === undefined) return { status: 401, body: { message: "Bad credentials", status: "401" } };
  const { query, variables, operationName } = (body ?? {}) as {
    readonly query?: string;
    readonly variables?: Record<string, unknown>;
    readonly operationName?: string;
  };
  const official = officialSchema();
  try {
    const document = parse(query ?? "");
    const errors = validate(official, document);
    if (errors.length > 0) {
      for (const { message } of errors) violation(`POST /graphql: ${message}`);
      return { status: 200, body: { errors } };
    }
    const result = await execute({
      schema: official,
      document,
      rootValue: graphqlRoot({ ...request, params: {}, query: {}, body: {} }),
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
    for (const { message, extensions } of result.errors ?? []) {
      // An answer that the schema forbids, or a field that the double does not know, is the double's fault.
      if (extensions["type"] === undefined) violation(`POST /graphql: ${message}`);
    }
    return {
      status: 200,
      body: {
        ...result,
        errors: result.errors?.map(({ message, path, locations, extensions }) => ({
          type: extensions["type"],
          message,
          path,
          locations,
        })),
      },
    };
  } catch (error) {
    violation(`POST /graphql: ${String(error)}`);
    return { status: 200, body: { errors: [{ message: String(error) }] } };
  }
}
