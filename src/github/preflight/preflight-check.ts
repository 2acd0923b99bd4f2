/** The result of one check before a run, and its request to GitHub. */

import type { GitHubClient } from "../api/client.ts";
import { failureOf } from "../api/failure.ts";

export interface PreflightCheck {
  /** The subject, e.g. `push`. */
  readonly name: string;
  /** `unknown`: this token may not read it. */
  readonly ok: boolean | "unknown";
  /** The finding, one or two sentences on one line. */
  readonly detail: string;
  /** What a person can do about it, on one line. Always set when `ok` is false. */
  readonly fix?: string | undefined;
  /** True for a finding that makes every run fail. */
  readonly blocks?: boolean | undefined;
}

/** The result of a question: an answer, a meaningful refusal, or no usable answer. */
export type Told =
  | { readonly kind: "answer"; readonly data: unknown; readonly headers: Readonly<Record<string, unknown>> }
  | { readonly kind: "refusal"; readonly status: number; readonly said: string }
  | { readonly kind: "silence"; readonly reason: string };

export interface Question {
  readonly client: Pick<GitHubClient, "request" | "send">;
  readonly owner: string;
  readonly repo: string;
  readonly signal: AbortSignal;
}

/** Asks once, without retries and without waiting for rate limits. Never rejects. */
export async function askGitHub(
  { client, owner, repo, signal }: Question,
  route: `GET ${string}`,
  params: Readonly<Record<string, unknown>> = {},
): Promise<Told> {
  try {
    const { data, headers } = await client.request(route, { owner, repo, ...params }, { signal, repeat: "never" });
    return { kind: "answer", data, headers };
  } catch (error) {
    if (signal.aborted) return { kind: "silence", reason: "GitHub did not answer in time." };
    const { status = 0, isRateLimit = false, detail = "" } = failureOf(error) ?? {};
    if (status >= 400 && status < 500 && !isRateLimit) return { kind: "refusal", status, said: detail };
    return { kind: "silence", reason: error instanceof Error ? error.message : String(error) };
  }
}
