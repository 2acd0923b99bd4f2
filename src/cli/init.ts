/** `kimi-runner init`: writes a policy and workflows that fit this repository, from what its files say. It asks nothing and no model. */

import { harmlessText } from "../base/plain-text.ts";
import { counted } from "../base/words.ts";
import { configError } from "../protocol/error.ts";
import { detect, filesToRead } from "../init/detect.ts";
import type { Findings, Sourced } from "../init/findings.ts";
import { judgeMade, madeState, marked, writeMade, type MadeFile } from "../init/own-files.ts";
import { policyText } from "../init/policy-text.ts";
import { readHeadTree } from "../init/tree.ts";
import { workflowPath, workflowText } from "../init/workflow-text.ts";
import { POLICY_PATH, type World } from "../run/open/request.ts";
import { unifiedDiff } from "../tools/edit/unified-diff.ts";
import { nextSteps, homePageOf } from "./init/next-steps.ts";
import type { Args, Subcommand } from "./options/args.ts";

export const initCommand: Subcommand = {
  usage: "init",
  summary: "write a policy and workflows that fit this repository, and try them",
  cleansItself: true, // the bar of the trial moves the cursor
  options: {
    "dry-run": { help: "print the files instead of writing them" },
    json: { help: "with --dry-run: print what was found as JSON" },
    strict: { help: "list the commands that may run, instead of allowing every command in a sealed cell" },
    schedule: { help: "also write a workflow that repairs tests every night" },
    review: { help: "also write a workflow that reviews pull requests" },
    "pull-request": { help: "push a branch with these files, and open a pull request with GH_TOKEN" },
    "no-try": { help: "do not try the commands in the cell" },
  },
  run: async (args, outside) => {
    const world = {
      ...outside,
      out: (text: string) => outside.out(harmlessText(text)),
      err: (text: string) => outside.err(harmlessText(text)),
    };
    if (args.has("json") && !args.has("dry-run"))
      throw configError("`--json` prints what was found, and writes nothing.", "Add --dry-run.");
    const tree = await readHeadTree(world.cwd, world.env["PATH"] ?? "", filesToRead);
    const found = detect(tree);
    const { text: policy, undecided } = await policyText(found, { strict: args.has("strict"), file: POLICY_PATH });
    if (args.has("json")) {
      world.out(`${JSON.stringify({ ...found, undecided })}\n`);
      return 0;
    }
    const files = madeFiles(found, policy, args);
    world.err(summary({ ...found, undecided }));
    if (args.has("dry-run")) {
      for (const { path, text } of files) world.out(`# ${path}\n${text}\n`);
      return 0;
    }
    if (args.has("pull-request")) {
      const { proposeFiles } = await import("./init/pull-request.ts");
      const own = files.filter(({ path, text }) => {
        const before = tree.texts.get(path);
        return before === undefined || judgeMade(before, text).kind !== "changed";
      });
      for (const { path } of files.filter((file) => !own.includes(file)))
        world.out(`${path} of HEAD was changed by people, or is theirs, and stays as it is\n`);
      world.out(`${await proposeFiles({ root: tree.root, files: own, found: { ...found, undecided } }, world)}\n`);
    } else {
      for (const file of files) place(tree.root, file, world);
      if (!args.has("no-try")) {
        const { tryHere } = await import("./init/try-here.ts");
        await tryHere(found.trial, outside);
      }
    }
    world.out(
      `What is left for a person:\n${nextSteps(homePageOf(world))
        .map((step) => `  - ${step}\n`)
        .join("")}`,
    );
    return 0;
  },
};

function madeFiles(found: Findings, policy: string, args: Args): readonly MadeFile[] {
  const names = ["comment" as const, ...(["schedule", "review"] as const).filter((name) => args.has(name))];
  const workflows = names.map((name) => ({
    path: workflowPath(name),
    text: marked(workflowText(name, found.workflow)),
  }));
  return [{ path: POLICY_PATH, text: marked(policy) }, ...workflows];
}

/** Writes the file where there is none, or where it is this command's own. */
function place(root: string, file: MadeFile, world: World): void {
  const state = madeState(root, file);
  switch (state.kind) {
    case "new":
      writeMade(root, file);
      world.out(`wrote ${file.path}\n`);
      return;
    case "same":
      world.out(`${file.path} is as it would be written\n`);
      return;
    case "own":
      writeMade(root, file);
      world.out(`wrote ${file.path} again; what changed:\n${unifiedDiff(file.path, state.before, file.text).text}\n`);
      return;
    case "changed":
      world.out(
        `${file.path} was changed by people, or is theirs, and stays as it is. The difference from what init would write:\n${unifiedDiff(file.path, state.before, file.text).text}\n`,
      );
  }
}

function summary({ manager, test, lint, install, hosts, deferred, protectedFiles, undecided }: Findings): string {
  const row = (title: string, items: readonly Sourced[]): string =>
    `  ${title.padEnd(10)} ${items.map(({ text, from }) => `${text} (${from})`).join("\n             ") || "none"}\n`;
  const [patterns, globs] = [counted(deferred.length, "pattern"), counted(protectedFiles.length, "glob")];
  return [
    `found, with ${manager === "none" ? "no package manager" : manager}:\n`,
    row("install", install),
    row("test", test),
    row("lint", lint),
    `  ${"hosts".padEnd(10)} ${hosts.map(({ kind }) => kind).join(", ") || "none"}\n`,
    `  ${patterns} of commands and ${globs} of files wait for a person\n`,
    ...undecided.map(({ what, why }) => `  not decided: ${what}: ${why}\n`),
  ].join("");
}
