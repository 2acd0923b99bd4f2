/** Shows an answer while it streams, one block after the other, as they will be in the message. */

import type { AnswerPart } from "../../protocol/message.ts";
import { isParallel, USABLE_ID, type CallDraft, type SpokenDraft } from "./drafts.ts";
import { wireId } from "./wire-value.ts";

/** Takes the text by which a draft grew. An empty text means that it began. */
export type LiveAnswer = (draft: SpokenDraft | CallDraft, delta: string) => void;

/** Emits only what is certain: calls with a name and an id that stays, and no block after which another one began. */
export function createLiveAnswer(emit: (part: AnswerPart) => void, takenIds: ReadonlySet<string>): LiveAnswer {
  const taken = new Set(takenIds);
  const begun = new Set<SpokenDraft | CallDraft>();
  let current: SpokenDraft | CallDraft | undefined;
  let isAnnounced = false;
  let block = -1;

  const close = (): void => {
    const { signature, data } = (current?.type === "think" && current.extra) || {};
    const seal = signature ?? data;
    if (typeof seal === "string") emit({ block, type: "think", text: "", seal });
  };
  const announce = ({ id, name, text }: CallDraft): void => {
    if (name === "" || isParallel(name) || !USABLE_ID.test(id) || taken.has(wireId(id))) return;
    taken.add(wireId(id));
    isAnnounced = true;
    emit({ block, type: "call", text, call: { id, name } });
  };
  return (draft, delta) => {
    if (draft !== current) {
      if (begun.has(draft)) return;
      close();
      begun.add(draft);
      current = draft;
      isAnnounced = false;
      block += 1;
    }
    if (draft.type === "call" && !isAnnounced) announce(draft);
    else if (delta !== "") emit({ block, type: draft.type, text: delta });
  };
}
