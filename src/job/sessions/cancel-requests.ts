/** Requests to stop a run: `refs/kimi/cancel/<session id>` exists while a request is open, and its commit names its author. */

import type { Clock } from "../../base/clock.ts";
import { member, parseJson } from "../../base/member.ts";
import type { RemoteRefs, UpdateResult } from "../../workspace/remote-refs.ts";
import { CANCELS } from "./session-refs.ts";

const FILE = "cancel.json";

export interface CancelRequest {
  /** Login of its author; empty where it cannot be read. */
  readonly by: string;
}

export interface CancelRequests {
  /** `by` is the login of the author. */
  readonly create: (id: string, parent: string, by: string) => Promise<UpdateResult>;
  /** Undefined while there is no request. Throws `git.failed`. */
  readonly read: (id: string) => Promise<CancelRequest | undefined>;
  /** Deletes a request, so that it stops no later run. Never throws. */
  readonly clear: (id: string) => Promise<void>;
}

/** The cancel requests on one server. */
export function createCancelRequests(refs: RemoteRefs, clock: Pick<Clock, "now">): CancelRequests {
  return {
    async create(id, parent, by) {
      const atSeconds = Math.floor(clock.now() / 1000);
      const files = new Map([[FILE, `${JSON.stringify({ v: 1, by })}\n`]]);
      const commit = await refs.write({ files, parent, message: `session ${id} is to stop`, atSeconds });
      return refs.update([{ ref: `${CANCELS}${id}`, commit, expected: null }], { isAtomic: false });
    },
    async read(id) {
      const ref = `${CANCELS}${id}`;
      if ((await refs.list(ref)).length === 0) return undefined;
      const stored = await refs.read(ref).catch(() => undefined);
      return { by: loginIn(stored?.files.get(FILE)) };
    },
    async clear(id) {
      const [found] = await refs.list(`${CANCELS}${id}`).catch(() => []);
      if (found === undefined) return;
      const update = { ref: found.ref, commit: null, expected: found.commit };
      await refs.update([update], { isAtomic: false }).catch(() => {}); // the next job of the session tries again
    },
  };
}

/** The login is shown to people, so it is checked: any account with the right to push could have written the request. */
function loginIn(bytes: Buffer | undefined): string {
  const by = member(parseJson(bytes?.toString("utf8") ?? ""), "by");
  return typeof by === "string" && /^[\w-]{1,39}$/.test(by) ? by : "";
}
