/** The reaction on the comment or issue that started the run: eyes at the start, a result at the end. It never changes an outcome. */

import { OUTCOMES, type Outcome } from "../../protocol/outcome.ts";
import { inRepo, REPEATABLE, numberField, type GitHubApi, type Repo, type Warn } from "../result/ports.ts";
import { refusalOf, statusOf } from "../result/problem.ts";
import { refused, type ReactionResult } from "../result/publish-result.ts";

/** The place of each kind of target in the API, and the parameter with its id. */
const PLACES = {
  issue: { place: "issues/{issue_number}", parameter: "issue_number" },
  "issue-comment": { place: "issues/comments/{comment_id}", parameter: "comment_id" },
  "review-comment": { place: "pulls/comments/{comment_id}", parameter: "comment_id" },
} as const;

/** The comment or issue that started the run. */
export interface ReactionTarget {
  readonly kind: keyof typeof PLACES;
  /** The number of an issue. */
  readonly id: number;
}

export type Reaction = ReturnType<typeof createReaction>;

export interface ReactionOptions {
  readonly client: GitHubApi;
  readonly repo: Repo;
  readonly target: ReactionTarget;
  readonly warn: Warn;
}

export function createReaction({ client, repo, target, warn }: ReactionOptions) {
  const { place, parameter } = PLACES[target.kind];
  const route = `/repos/{owner}/{repo}/${place}/reactions`;
  const at = { ...inRepo(repo), [parameter]: target.id };
  let eyes: Promise<number | undefined> | undefined;
  let hasWarned = false;

  const set = async (content: string): Promise<number> => {
    const { data } = await client.request(`POST ${route}`, { ...at, content }, REPEATABLE);
    return numberField(data, "id");
  };
  const attempt = async (work: () => Promise<void>): Promise<ReactionResult> => {
    try {
      await work();
      return { kind: "set" };
    } catch (error) {
      const result = refused(refusalOf(error, "issues"));
      if (!hasWarned) warn(`The reaction cannot be set. ${result.reason} ${result.fix}`);
      hasWarned = true;
      return result;
    }
  };

  const withdraw = async (): Promise<ReactionResult> => {
    const seen = await eyes?.catch(() => undefined);
    eyes = undefined;
    if (seen === undefined) return { kind: "none" };
    return await attempt(async () => {
      const what = { ...at, reaction_id: seen };
      await client.request(`DELETE ${route}/{reaction_id}`, what, REPEATABLE).catch((error: unknown) => {
        if (statusOf(error) !== 404) throw error; // an earlier attempt, whose answer was lost, removed it
      });
    });
  };

  return {
    /** Sets the eyes, once. Never rejects. */
    seen: async (): Promise<ReactionResult> =>
      await attempt(async () => {
        eyes ??= set("eyes");
        await eyes;
      }),
    /** Sets the reaction of the outcome and removes the eyes. Waits for `seen`. Never rejects. */
    async done(outcome: Outcome): Promise<ReactionResult> {
      const setting = attempt(async () => void (await set(OUTCOMES[outcome].reaction)));
      const [result, removed] = await Promise.all([setting, withdraw()]);
      return result.kind === "refused" || removed.kind === "none" ? result : removed;
    },
    /** Removes the eyes if they were set, because nothing comes of the request. Never rejects. */
    withdraw,
  };
}
