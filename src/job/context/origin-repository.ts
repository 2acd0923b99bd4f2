/** Finds out which repository of a server a checkout is from. */

import { join } from "node:path";
import { fileText } from "../../base/file-text.ts";
import type { Checkout } from "../../workspace/checkout.ts";

/** `owner/name` of the remote `origin` when it is on that server; undefined otherwise. Git is not run on a foreign `.git`, so rewritten addresses (`insteadOf`) are not followed. */
export function originRepository({ gitDir }: Pick<Checkout, "gitDir">, serverUrl: string): string | undefined {
  const config = fileText(join(gitDir, "config")) ?? ""; // without configuration there is no origin
  const section = /^\[remote "origin"\]\s*$([^[]*)/m.exec(config)?.[1] ?? "";
  const url = /^[ \t]*url[ \t]*=[ \t]*"?([^"\s]+)"?[ \t]*$/m.exec(section)?.[1] ?? "";
  // https://host/owner/name.git, ssh://git@host/owner/name.git, git@host:owner/name.git
  const [, host, path = ""] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:]+(?::\d+)?)[/:](.+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return host === new URL(serverUrl).host && /^[^/]+\/[^/]+$/.test(path) ? path : undefined;
}
