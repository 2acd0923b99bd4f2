/** The part of a client of the Messages API that is used, and the error for a job without credentials. */

import type Anthropic from "@anthropic-ai/sdk";
import { describeError, RunnerError } from "../../protocol/error.ts";
import { chain, codesIn } from "../wire/thrown.ts";

export interface MessagesClient {
  readonly create: (
    body: Anthropic.MessageCreateParamsStreaming,
    options: { readonly signal: AbortSignal; readonly fetchOptions?: object },
  ) => Promise<AsyncIterable<unknown>>;
}

/** The part of a package's client that sends any request. */
interface Poster<Sent> {
  readonly post: (path: string, options: object) => Sent;
}

/** Like the packages' `messages.create`, which also writes to the console about models that are retired soon. */
export function postMessage<Sent>(
  client: Poster<Sent>,
  ...[body, options]: Parameters<MessagesClient["create"]>
): Sent {
  return client.post("/v1/messages", { body, ...options, stream: true });
}

/** The client of a cloud, whose package reads the events of the answer. */
export function streaming(client: Poster<Promise<unknown>>): MessagesClient {
  return { create: async (body, options) => (await postMessage(client, body, options)) as AsyncIterable<unknown> };
}

export interface ClientSettings {
  readonly baseURL: string;
  readonly defaultHeaders: Readonly<Record<string, string>>;
  readonly maxRetries: number;
  readonly timeout: number;
  readonly logLevel: "off";
  readonly fetch: typeof fetch;
}

const NO_CREDENTIALS =
  /Failed to resolve AWS credentials|Failed to acquire Google OAuth credentials|could not be resolved from credentials|Could not load the default credentials|credentials from any providers/i;

/** Codes of a file with credentials that cannot be read. All other codes are those of connections. */
const FILE_CODE = /^(?:ENOENT|ENOTDIR|EISDIR|EACCES|EPERM)$/;

/** Wraps a client, so that requests that fail for lack of credentials throw `config.missing_key`. Outages keep their own error. */
export function withCredentials(client: MessagesClient, cloud: "AWS" | "Google", hint: string): MessagesClient {
  return {
    create: async (body, options) => {
      try {
        return await client.create(body, options);
      } catch (error) {
        const reasons = chain(error).map(describeError);
        const isOutage = codesIn(error).some((code) => !FILE_CODE.test(code));
        if (isOutage || !reasons.some((reason) => NO_CREDENTIALS.test(reason))) throw error;
        throw new RunnerError({
          code: "config.missing_key",
          message: `No ${cloud} credentials were accepted: ${reasons.at(-1) ?? ""}`,
          hint,
          cause: error,
        });
      }
    },
  };
}
