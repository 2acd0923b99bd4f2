/** Changes that people approved in a session, folded from its journal: each file as it was after its call, and whether a command ran. */

import { isAnswer } from "../../protocol/approval.ts";
import { reads } from "../../protocol/readers.ts";
import type { WireEvent } from "../../protocol/wire.ts";

export interface ApprovedChanges {
  /** Path → a tree with the approved file; undefined until the next snapshot. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** True after a command or an MCP tool, whose changes could not be shown for approval. */
  readonly hasOpenEnded: boolean;
  /** The newest snapshot. */
  readonly tree?: string | undefined;
}

export const NOTHING_APPROVED: ApprovedChanges = { files: new Map(), hasOpenEnded: false };

/** Returns the same object when the event changes nothing. */
export function foldApproved(approved: ApprovedChanges, event: WireEvent): ApprovedChanges {
  if (!reads("approved", event)) return approved;
  switch (event.type) {
    case "subagent.event":
      return foldApproved(approved, event.event);
    case "call.judged": {
      if (event.decision.verdict !== "approve" || !isAnswer(event.decision)) return approved;
      const files = new Map(approved.files);
      for (const need of event.capabilities) if (need.kind === "write") files.set(need.path, undefined);
      const isOpenEnded = event.capabilities.some(({ kind }) => kind === "exec" || kind === "mcp");
      return { ...approved, files, hasOpenEnded: approved.hasOpenEnded || isOpenEnded };
    }
    case "workspace.snapshot": {
      const { tree } = event;
      const files = new Map([...approved.files].map(([path, at]) => [path, at ?? tree]));
      return { ...approved, files, tree };
    }
    case "session.resume": {
      // The workspace was restored from the newest snapshot; older snapshots may exist only on another machine.
      const { tree } = approved;
      return { ...approved, files: new Map([...approved.files].map(([path, at]) => [path, at && tree])) };
    }
  }
}
