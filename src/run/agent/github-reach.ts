/** What a run may ask for on GitHub: the limits of its policy, what it has used of them, and the thread that started it. */

import { OUTPUT_LIMITS } from "../../policy/github-pattern.ts";
import type { Policy } from "../../policy/policy.ts";
import { RunnerError } from "../../protocol/error.ts";
import { countOf } from "../../protocol/result.ts";
import type { SessionState } from "../../session/session-state.ts";
import type { GitHubReach } from "../../tools/github/output.ts";

/** Finds issues of the run's repository. */
export type SearchIssues = GitHubReach["search"];

interface Asking {
  readonly policy: Pick<Policy, "publish">;
  readonly state: () => Pick<SessionState, "begin" | "outputs">;
  readonly searchIssues?: SearchIssues | undefined;
}

export function createGitHubReach({ policy, state, searchIssues = notHere }: Asking): GitHubReach {
  let searches = 0;
  return {
    get thread() {
      return state().begin?.origin?.thread;
    },
    limit: (action) => policy.publish.outputs?.[action] ?? OUTPUT_LIMITS[action],
    used: (action) => {
      if (action === "search") return searches;
      const asked = state().outputs.filter((output) => output.action === action);
      return asked.reduce((sum, output) => sum + countOf(output), 0);
    },
    search: async (query, signal) => {
      searches += 1;
      return await searchIssues(query, signal);
    },
  };
}

const notHere: SearchIssues = async () => {
  throw new RunnerError({ code: "tool.input", message: "search_issues: this machine does not ask GitHub.", hint: "" });
};
