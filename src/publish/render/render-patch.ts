/** Renders a change that cannot be pushed as a command that a person pastes into a shell in a checkout of the branch. */

import { fenced, shownText } from "../../base/plain-text.ts";
import { bundlePlace, folded } from "./render-parts.ts";
import type { Outgoing } from "./outgoing.ts";

/** Half of a comment; a longer one is in the artifact. */
const MAX_PATCH_CHARS = 30_000;
const WORD = "KIMI_PATCH";

export interface ShownPatch {
  /** The patch as git wrote it; undefined if it is too long to be read. */
  readonly text: string | undefined;
  /** Number of the pull request. */
  readonly number: number;
  readonly artifact?: string | undefined;
}

/** The folded patch with its command. A patch that `gate`, which the whole comment passes later, would change is encoded. */
export function patchSection({ text, number, artifact }: ShownPatch, gate: Outgoing): readonly string[] {
  const command = text === undefined ? undefined : applyCommand(text, gate);
  if (command === undefined || command.length > MAX_PATCH_CHARS) {
    const where = bundlePlace({ artifact });
    return [`The patch is too long for a comment: \`git apply changes.patch\`, a file of ${where}.`];
  }
  const how = `In a checkout of the branch (\`gh pr checkout ${number}\`), paste this into a shell:`;
  return folded("Patch", `${how}\n\n${fenced(command, "sh")}`);
}

/** The command with the patch as text if copying it from GitHub's page preserves each byte, else in base64. */
function applyCommand(patch: string, gate: Outgoing): string {
  const isPlain = shownText(patch) === patch && gate(patch) === patch;
  // No line of the patch can end the here-document, because each begins with a sign or a word of git.
  if (isPlain && patch.isWellFormed()) {
    return `git apply <<'${WORD}'\n${patch.replace(/\n$/, "")}\n${WORD}`;
  }
  const lines = Buffer.from(patch)
    .toString("base64")
    .replace(/.{1,100}/g, "$&\n");
  return `base64 -d <<'${WORD}' | git apply\n${lines}${WORD}`;
}
