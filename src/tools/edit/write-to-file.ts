/** `write_to_file` and `new_rule`: create or replace a whole file. */

import * as z from "zod/mini";
import type { FileDeps } from "../define/define-tool.ts";
import { inputMistake } from "../define/input-error.ts";
import { textWithin, withEndsOf, withLineFeeds } from "./line-ends.ts";
import { defineEditTool, type Edit } from "./plan-edit.ts";
import { withoutSlips } from "./slips.ts";

const path = z.string().check(z.describe("file to write"));
const content = z.string().check(z.describe("its whole text"));

export const writeToFileTool = defineEditTool({
  name: "write_to_file",
  offeredTo: ["default", "edit"],
  aliases: ["WriteFile", "Write"],
  calledAs: ["WriteFile", "Write", "write_file", "create_file"],
  description: "Create or replace a file. For changes prefer apply_diff.",
  shown: z.strictObject({ path, content }),
  input: z.strictObject({
    path,
    content,
    /** Accepted for Kimi CLI's tool; the model is not told. */
    mode: z.optional(z.enum(["overwrite", "append"])),
  }),
  ignores: ["line_count"], // Roo Code's: how many lines the content has
  edit: ({ mode, path, content }, deps) =>
    mode === "append" ? appending(path, content) : replacing(path, content, deps),
});

/** A code fence around the whole text. */
const FENCED = /^\s*```[\w-]*\n([^]*?)\n?```\s*$/;

/** Kilo's: writes a file of rules for agents. Rules are read from the base commit, so they apply once they are merged. */
export const newRuleTool = defineEditTool({
  name: "new_rule",
  offeredTo: ["agent files"],
  group: "edit",
  description: "Write a file of rules for agents, e.g. .kilocode/rules/tests.md. Later runs follow it.",
  input: z.strictObject({
    path: z.string().check(z.describe("file to write")),
    content: z.string().check(z.describe("its whole text, as Markdown")),
  }),
  edit: ({ path, content }, deps) =>
    replacing(
      path,
      content.replace(FENCED, (_, inner: string) => `${inner}\n`),
      deps,
    ),
});

function replacing(path: string, content: string, deps: FileDeps): Edit {
  return {
    path,
    verb: "write",
    apply: (before, file) => {
      if (before !== undefined) requireRead(file, deps);
      const { text, notes } = withoutSlips(file, content, before);
      const kept = before === undefined ? text : withEndsOf(before, text);
      if (kept !== text) notes.push("Its byte order mark and line ends stay as they were; a command can change them.");
      return {
        text: kept,
        say: (counts) => [`${before === undefined ? "Created" : "Replaced"} ${file} (${counts}).`, ...notes].join(" "),
      };
    },
  };
}

/** Throws `tool.input` for a file of which the model has not read every line, since those lines would be lost. */
function requireRead(file: string, { seen }: FileDeps): void {
  const unread = seen.unreadOf(file);
  if (unread.length === 0) return;
  const lines = unread.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(", ");
  throw inputMistake(
    `only a part of ${file} was read, and write_to_file replaces all of it.`,
    `Read the rest first (lines ${lines}), or change parts of it with apply_diff.`,
  );
}

function appending(path: string, content: string): Edit {
  return {
    path,
    verb: "append to",
    apply: (before, file) => {
      const { text, notes } = withoutSlips(file, content, before);
      return {
        text: appended(before, text),
        say: (counts) => [`Appended to ${file} (${counts}).`, ...notes].join(" "),
      };
    },
  };
}

function appended(before: string | undefined, content: string): string {
  if (before === undefined) return content;
  const { text, restore } = textWithin(before);
  return restore(text + withLineFeeds(content));
}
