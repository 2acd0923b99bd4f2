/** The search of issues: words in title and body, in the repositories that the query names, as GitHub reads several of them. */

import type { Call, Reply } from "../call.ts";
import { renderIssue } from "../render/thread.ts";

function searchIssues(call: Call): Reply {
  const query = String(call.query["q"]);
  const named = [...query.matchAll(/\brepo:(\S+)/g)].map(([, name = ""]) => name.toLowerCase());
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
