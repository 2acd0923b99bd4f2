/** Fetches the issues that a pull request says it closes. */

import * as z from "zod/mini";
import { requireShape } from "../api/failure.ts";
import type { ThreadAddress } from "./thread-list.ts";
import type { EventThread, RepositoryName } from "../event/event-parts.ts";

export interface LinkedIssue extends Pick<EventThread, "number" | "title" | "body" | "association" | "createdAt"> {
  /** Login. */
  readonly author: string;
}

interface LinkedRequest extends Omit<ThreadAddress, "number"> {
  readonly numbers: readonly number[];
  /** ISO 8601. */
  readonly before: string;
}

/** Each costs a request. A body with more closes the issues of a whole release. */
const MAX_LINKED = 3;
const KEYWORD =
  /\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?):?[ \t]+(?:([\w.-]{1,100})\/([\w.-]{1,100}))?#(\d{1,9})\b/gi;

/** Numbers after GitHub's closing keywords, of the same repository. */
export function linkedNumbers(body: string, { owner, name }: RepositoryName): number[] {
  const numbers = [...body.matchAll(KEYWORD)]
    .filter(
      ([, otherOwner, otherName]) =>
        otherOwner === undefined || `${otherOwner}/${otherName}`.toLowerCase() === `${owner}/${name}`.toLowerCase(),
    )
    .map(([, , , number]) => Number(number));
  return [...new Set(numbers)].slice(0, MAX_LINKED);
}

const Issue = z.object({
  number: z.int(),
  title: z.string(),
  body: z.nullish(z.string()),
  user: z.nullish(z.object({ login: z.string() })),
  author_association: z.nullish(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request: z.optional(z.unknown()),
});

/** An issue that was transferred is another repository's. */
const NO_REDIRECTS = { redirects: "refuse" } as const;

/** Fetches the issues. REST does not tell when a body was edited, so an issue with any change since `before` is left out, as is one that cannot be read. */
export async function fetchLinked({ client, owner, repo, numbers, before }: LinkedRequest) {
  const route = "GET /repos/{owner}/{repo}/issues/{number}";
  const read = async (number: number) =>
    requireShape(Issue, (await client.request(route, { owner, repo, number }, NO_REDIRECTS)).data, route);
  const answers = await Promise.all(numbers.map((number) => read(number).catch(() => undefined)));
  const issues = answers.flatMap((issue) => (issue?.pull_request === undefined ? (issue ?? []) : []));
  const still = issues.filter((issue) => Date.parse(issue.updated_at) < Date.parse(before));
  return {
    late: issues.length - still.length,
    issues: still.map((issue): LinkedIssue => ({
      number: issue.number,
      title: issue.title,
      body: issue.body ?? "",
      author: issue.user?.login ?? "ghost",
      association: issue.author_association ?? "NONE",
      createdAt: issue.created_at,
    })),
  };
}
