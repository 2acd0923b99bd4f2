/** A fold over the journal: changed files that wait for an answer, and versions that people approved or rejected. */

import {
  type Answer,
  type AnsweredVersions,
  coveredFiles,
  type FileVersion,
  versionKey,
} from "../protocol/approval.ts";
import { reads } from "../protocol/readers.ts";
import type { HeldCall, WireEvent } from "../protocol/wire.ts";

export interface HeldChange {
  readonly call: HeldCall;
  readonly answer?: Answer | undefined;
}

export interface ChangeState {
  /** The changed files that wait to be published, until an answer about them was carried out. */
  readonly change?: HeldChange | undefined;
  /** What people have answered about changed files so far. */
  readonly answered: AnsweredVersions;
}

/** Returns the same object when the event changes nothing. */
export function foldChange<State extends ChangeState>(state: State, event: WireEvent): State {
  if (!reads("answered", event)) return state;
  const { change, answered } = state;
  switch (event.type) {
    case "subagent.event":
      return event.event.type === "change.approved" ? foldChange(state, event.event) : state;
    case "change.approved":
      return { ...state, answered: approve(answered, event.files) };
    case "deferral.open": {
      const call = event.held.find(({ files }) => files !== undefined);
      return { ...state, change: call && { call } };
    }
    case "deferral.answer": {
      const { type: _type, digest, ...answer } = event;
      if (change?.call.digest !== digest) return state;
      const { files = [] } = change.call;
      const next =
        answer.verdict === "approve"
          ? approve(answered, coveredFiles(change.call, answer))
          : reject(answered, files, answer.by);
      return { ...state, change: { ...change, answer }, answered: next };
    }
    case "session.resume": // the change is judged again when the resumed run ends
      return { ...state, change: undefined };
    case "session.end":
      return change?.answer === undefined ? state : { ...state, change: undefined };
  }
}

function approve({ approved, rejected }: AnsweredVersions, files: readonly FileVersion[]): AnsweredVersions {
  return { approved: new Set([...approved, ...files.map(versionKey)]), rejected };
}

function reject({ approved, rejected }: AnsweredVersions, files: readonly FileVersion[], by: string): AnsweredVersions {
  return { approved, rejected: new Map([...rejected, ...files.map((file) => [versionKey(file), by] as const)]) };
}
