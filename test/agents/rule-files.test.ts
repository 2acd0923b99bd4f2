import assert from "node:assert/strict";
import { test } from "node:test";
import { isRuleFile, isRuleFolder, modeRules, ruleFiles } from "../../src/agents/rule-files.ts";

const of = (files: Readonly<Record<string, string>>, mode?: string): readonly string[] =>
  ruleFiles(new Map(Object.entries(files)), mode).map(({ path }) => path);

test("files of rules and their folders are told from what stands beside them", () => {
  const files = [
    ".kilocode/rules/a.md",
    ".kilocode/rules/deep/b.txt",
    ".roo/rules-code/a",
    ".kilocoderules",
    ".roorules-docs-writer",
  ];
  const others = [
    ".kilocode/rules/.DS_Store",
    ".roo/rules/a.md.bak",
    ".roo/rules/Thumbs.db",
    ".roo/mcp.json",
    ".kilocode/skills/a.md",
    "src/.kilocoderules",
    "a/.roo/rules/a.md",
    ".roo/rules",
    ".roo/rulesets/a.md",
  ];
  assert.deepEqual([...files, ...others].filter(isRuleFile), files);
  const folders = [".kilocode", ".roo", ".roo/rules", ".roo/rules-code", ".roo/rules-code/deep"];
  const otherFolders = [".roo/commands", "src", ".roo/rules/.git", ".roomodes", "."];
  assert.deepEqual([...folders, ...otherFolders].filter(isRuleFolder), folders);
});

test("a folder with rules hides the single file, each mode has its own, and equal rules hold once", () => {
  const files = {
    ".roo/rules/b.md": "B",
    ".roo/rules/a.md": "A",
    ".roorules": "hidden",
    ".roo/rules-code/c.md": "C",
    ".kilocoderules": "A\n",
    ".kilocoderules-code": "K",
    ".kilocoderules-ask": "  ",
  };
  assert.deepEqual(of(files), [".kilocoderules", ".roo/rules/b.md"]);
  assert.deepEqual(of(files, "code"), [".kilocoderules-code", ".roo/rules-code/c.md"]);
  assert.deepEqual(of(files, "debug"), []);
  const all = new Map(Object.entries(files));
  assert.equal(
    modeRules(all, "code"),
    "<!-- From: .kilocoderules-code -->\nK\n\n<!-- From: .roo/rules-code/c.md -->\nC",
  );
  assert.equal(modeRules(all, "ask"), "");
});
