/** The controller's side of the browser program, whose answers come from inside the cell. The first `launch` starts the program. */

import { createInTurn } from "../base/in-turn.ts";
import { createLineClient, type ProgramEnd } from "../base/line-client.ts";
import { oneLine } from "../base/truncate.ts";
import type { Cell } from "../protocol/cell.ts";
import { RunnerError } from "../protocol/error.ts";
import type { Browser, BrowserAct, BrowserView } from "../protocol/tools/browser.ts";
import { browserReplyIn, type BrowserReply } from "./frames.ts";

export type BrowserCell = Pick<Cell, "ownProgram" | "startTalk" | "readTalk" | "writeTalk" | "stopTalk">;

export interface BrowserOptions {
  /** The browser's program on this machine, which the cell sees at the same path. */
  readonly file: string;
}

const NODE_FLAGS = ["--max-old-space-size=256", "--disable-warning=ExperimentalWarning"];
/** The program takes 55 s at most for an action. */
const SILENCE_MS = 90_000;
const MAX_REASON_CHARS = 600;

/** Creates the browser of a run. Nothing is started before the first `launch`. */
export function createBrowser(cell: BrowserCell, { file }: BrowserOptions): Browser {
  const start = (signal: AbortSignal) =>
    cell.startTalk({ command: cell.ownProgram("cell-browser", NODE_FLAGS), cwd: ".", env: {}, isOwn: true }, signal);
  const program = { start, write: cell.writeTalk, read: cell.readTalk, stop: cell.stopTalk };
  const client = createLineClient<BrowserReply>({ program, silenceMs: SILENCE_MS, replyIn: browserReplyIn });
  const inTurn = createInTurn();
  let launched: string | undefined;

  const ask = async (act: BrowserAct, signal: AbortSignal): Promise<BrowserView | undefined> => {
    signal.throwIfAborted();
    if (act.action !== "launch" && !client.isOpen()) throw notOpen();
    const reply = await client.ask({ ...act, file }, { signal, broken: gone });
    switch (reply.kind) {
      case "closed":
        await client.stop();
        return undefined;
      case "failed":
        await client.stop();
        throw gone(reply.reason);
      case "done":
        if (act.action === "launch") launched = act.url;
        return reply.view;
    }
  };
  return {
    launched: () => (client.isOpen() ? launched : undefined),
    act: (act, signal) => inTurn(() => ask(act, signal)),
  };
}

/** The error of an action without a browser. A resumed session has none either, because a browser ends with the process of its run. */
function notOpen(): RunnerError {
  return new RunnerError({
    code: "tool.input",
    message: "No browser is open.",
    hint: "Call browser_action with action launch and the url first, in a message of its own. A browser does not outlive the process of its run.",
  });
}

function gone(why: string, end?: ProgramEnd): RunnerError {
  const isIdle = end?.code === 0 && end.problem === undefined;
  const reason = isIdle ? "nothing was asked of it for 5 minutes" : oneLine(why, MAX_REASON_CHARS).replace(/\.$/, "");
  return new RunnerError({
    code: "tool.input",
    message: `The browser is closed: ${reason}.`,
    hint: "Launch it again, or work without it.",
  });
}
