/** The search of issues: words in title and body, in the repositories that the query names, as GitHub reads several of them. */

import { ApiError, type Call, type Reply } from "../call.ts";
import { renderIssue } from "../render/thread.ts";

function searchIssues(call: Call): Reply {
  const query = String(call.query["q"]);
  const named = [...query.matchAll(/\brepo:(\S+)/g)].map(([, name = ""]) => name.toLowerCase());
  const [, author] = /\bauthor:(\S+)/.exec(query) ?? [];
  if (author !== undefined && !call.state.users.has(author)) {
    const message =
      "The listed users cannot be searched either because the users do not exist or you do not have permission to view the users.";
    throw new ApiError(422, "Validation Failed", [{ message, resource: "Search", field: "q", code: "invalid" }]);
  }
  const words = query.split(/\s+/).filter((word) => word !== "" && !word.includes(":"));
  const items = [...call.state.repositories.entries()].flatMap(([name, repository]) => {
    if (named.length > 0 && !named.includes(name)) return [];
    const found = repository.threads.filter(({ title, body }) =>
      words.every((word) => `${title} ${body ?? ""}`.toLowerCase().includes(word.toLowerCase())),
    );
    return found.map((thread) => ({ ...(renderIssue(call, repository, thread) as object), score: 1 }));
  });
  const shown = items.slice(0, Number(call.query["per_page"] ?? 30));
  const body = { total_count: items.length, incomplete_results: false, search_type: "lexical", items: shown };
  return { status: 200, body };
}

export const searchRoutes = { "search/issues-and-pull-requests": searchIssues };
