/** Looks for secrets in a change before it leaves this machine: commits and patches cannot be redacted, only withheld. */

import { systemClock } from "../../base/clock.ts";
import { createLeakSearch, type Secrets } from "../../base/redact.ts";
import { findLeaks, type Leak, type LeakSearch } from "../../workspace/change/leaks.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";

/** Two trees in a git directory for the checkout in `root`. */
interface Change {
  readonly gitDir: string;
  readonly root: string;
  readonly from: string;
  readonly to: string;
}

/** Creates the check of a session. Nothing is prepared before it is used. */
export function createLeakCheck(secrets: Secrets, pathVar: string) {
  let prepared: LeakSearch | undefined;
  const search: LeakSearch = (text) => (prepared ??= createLeakSearch(secrets))(text);
  return {
    /** Finds secrets in a text. */
    search,
    /** Finds the files of a change that contain a secret. Throws `git.failed`. */
    check: async ({ gitDir, root, from, to }: Change): Promise<readonly Leak[]> => {
      if (from === to) return [];
      const { createPublishGit } = await import("../../workspace/push.ts"); // loading it takes time
      return await findLeaks({
        git: createPublishGit({ gitDir, path: trustedPath(pathVar, root), clock: systemClock }),
        from,
        to,
        search,
      });
    },
  };
}
