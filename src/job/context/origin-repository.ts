/** Which repository of a server a checkout is from. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Checkout } from "../../workspace/checkout.ts";

/** `owner/name` of the remote `origin` when it is on that server; undefined otherwise. Git is not started on a foreign `.git`, so rewritten addresses (`insteadOf`) are not followed. */
export function originRepository({ gitDir }: Pick<Checkout, "gitDir">, serverUrl: string): string | undefined {
  const config = readConfig(join(gitDir, "config"));
  const section = /^\[remote "origin"\]\s*$([^[]*)/m.exec(config)?.[1] ?? "";
  const url = /^\s*url\s*=\s*"?([^"\s]+)"?\s*$/m.exec(section)?.[1] ?? "";
  // https://host/owner/name.git, ssh://git@host/owner/name.git, git@host:owner/name.git
  const [, host, path = ""] = /^(?:\w+:\/\/)?(?:[^@/]*@)?([^/:]+(?::\d+)?)[/:](.+?)(?:\.git)?\/?$/.exec(url) ?? [];
  return host === new URL(serverUrl).host && /^[^/]+\/[^/]+$/.test(path) ? path : undefined;
}

function readConfig(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // a checkout without configuration has no origin
  }
}
