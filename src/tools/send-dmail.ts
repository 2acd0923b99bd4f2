/** `send_dmail`: a message to an earlier checkpoint of the conversation. The engine checks and delivers it. */

import * as z from "zod/mini";
import { oneLine } from "../base/truncate.ts";
import { inputMistake } from "./define/input-error.ts";
import { defineConversationTool } from "./define/define-tool.ts";

export interface DmailRules {
  /** Why files cannot be restored now; undefined when they can. */
  readonly keepsFiles: () => string | undefined;
}

export const sendDmailTool = defineConversationTool({
  name: "send_dmail",
  offeredTo: ["okabe"],
  aliases: ["SendDMail"],
  description:
    "Send a message to yourself at an earlier checkpoint (see CHECKPOINT marks): the conversation goes back to it, everything since is forgotten except the message. Use it after a dead end or after reading much for little: say what you learnt and what to do instead. Files stay as they are unless restore_files is true.",
  input: z.strictObject({
    checkpoint_id: z.int().check(z.describe("number of a CHECKPOINT mark")),
    message: z.string().check(z.minLength(1), z.describe("what you learnt and what to do instead")),
    restore_files: z.optional(z.boolean().check(z.describe("put the files of the workspace back as well"))),
  }),
  answer: (
    { checkpoint_id: checkpoint, message, restore_files: restoreFiles = false },
    { mail: { keepsFiles } }: { readonly mail: DmailRules },
  ) => {
    const refusal = restoreFiles ? keepsFiles() : undefined;
    if (refusal !== undefined) {
      throw inputMistake(
        `send_dmail: restore_files is refused: ${refusal}.`,
        "Send it without restore_files; the files stay as they are.",
      );
    }
    return {
      summary: `D-Mail to checkpoint ${checkpoint}${restoreFiles ? ", files with it" : ""}: ${oneLine(message, 80)}`,
      text: "If you can read this, the D-Mail was not delivered; look at the other results for the reason.",
      mail: { checkpoint, message, restoreFiles },
    };
  },
});
