/** What people approved in a session, folded from its journal: files, each as it was right after its call, and whether a command was among it. */

import { isAnswer } from "../../protocol/approval.ts";
import { reads } from "../../protocol/readers.ts";
import type { WireEvent } from "../../protocol/wire.ts";

export interface ApprovedChanges {
  /** Path → a tree that has the file as it was approved; undefined while no snapshot was taken since. */
  readonly files: ReadonlyMap<string, string | undefined>;
  /** A command or a tool of a server, which changes what nobody could have seen when they approved it. */
  readonly hasOpenEnded: boolean;
  /** The newest snapshot. */
  readonly tree?: string | undefined;
}

export const NOTHING_APPROVED: ApprovedChanges = { files: new Map(), hasOpenEnded: false };

/** The same object when the event changes nothing. */
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
      // The workspace was brought back from the newest snapshot; older ones may have stayed on another machine.
      const { tree } = approved;
      return { ...approved, files: new Map([...approved.files].map(([path, at]) => [path, at && tree])) };
    }
  }
}
