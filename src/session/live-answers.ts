/** Shows answers while they stream. Text that could be the beginning of a secret is held back. */

import type { Redact } from "../base/redact.ts";
import type { AnswerPart } from "../protocol/message.ts";
import type { LivePart, ShowAnswer } from "../protocol/wire.ts";

export interface LiveAnswersOptions {
  readonly redact: Redact;
  /** How many characters of a text can be shown, because no later text can make a secret of them. */
  readonly settled: (text: string) => number;
  /** Shows a part, which has no secrets. */
  readonly show: (part: Omit<LivePart, "atMs">) => void;
}

/** How many shown characters are searched again together with what follows: a secret is recognised by its fourth character. */
const SHOWN_AGAIN = 64;
/** A longer text that is held back is searched again only each time that it has doubled. */
const LONG_CHARS = 4096;

/** Creates the function that shows answers. Several agents may answer at once. */
export function createLiveAnswers({ redact, settled, show }: LiveAnswersOptions): ShowAnswer {
  let attempts = 0;
  return (agent) => {
    attempts += 1;
    const place = agent === undefined ? { attempt: attempts } : { attempt: attempts, agent };
    let last: AnswerPart | undefined;
    let text = createHeldText({ redact, settled });
    const say = (part: AnswerPart): void => {
      const { call, seal } = part;
      if (part.text !== "" || call !== undefined || seal !== undefined) show({ ...part, ...place });
    };
    /** Shows what is held back of the last block. */
    const end = (seal?: string): void => {
      if (last === undefined) return;
      const { block, type } = last;
      const rest = text.end();
      say({ block, type, text: rest, seal: text.isChanged() ? undefined : seal });
      last = undefined;
    };
    return (part) => {
      if (part.seal !== undefined) return end(part.seal);
      if (part.block !== last?.block) {
        end();
        text = createHeldText({ redact, settled });
        last = part;
      }
      const { call } = part;
      const names = call && { id: redact(call.id), name: redact(call.name) };
      say({ ...part, text: text.add(part.text), call: names });
    };
  };
}

function createHeldText({ redact, settled }: Pick<LiveAnswersOptions, "redact" | "settled">) {
  let shown = "";
  let held = "";
  let nextSearch = 0;
  let isChanged = false;
  const take = (length: number): string => {
    const piece = held.slice(0, length);
    shown = (shown + piece).slice(-SHOWN_AGAIN);
    held = held.slice(length);
    return piece;
  };
  return {
    /** Adds a piece, and returns what can be shown now. */
    add: (piece: string): string => {
      held += piece;
      if (held.length < nextSearch) return "";
      const ready = take(Math.max(0, settled(shown + held) - shown.length));
      nextSearch = held.length < LONG_CHARS ? 0 : 2 * held.length;
      return ready;
    },
    end: (): string => {
      const whole = redact(shown + held);
      isChanged = whole !== shown + held;
      let same = 0;
      while (same < shown.length && whole[same] === shown[same]) same += 1;
      held = "";
      return whole.slice(same);
    },
    /** Whether a secret in the text was replaced. */
    isChanged: (): boolean => isChanged,
  };
}
