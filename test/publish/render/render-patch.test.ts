/** The command of a patch is pasted from the comment as GitHub shows it, and makes the same bytes. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { createOutgoing } from "../../../src/publish/render/outgoing.ts";
import { patchSection } from "../../../src/publish/render/render-patch.ts";
import { createRepository } from "../../doubles/repository.ts";

const gate = createOutgoing((text) => text);

test("the command applies every kind of content byte for byte", () => {
  const cases: Readonly<Record<string, string | Uint8Array>> = {
    plain: "two\n",
    "no end of line": "two",
    "a fence and the word": "```\nKIMI_PATCH\n`$(touch x)` $HOME \\ '\n",
    "carriage returns": "two\r\nthree\r\n",
    "a command of the runner": "::error::x\n##[group]\n",
    "invisible and escapes": "\u202E\u001B[31m\u200B\u2028\u00A0\t x \n",
    binary: Uint8Array.from([0, 255, 254, 10, 13]),
    empty: "",
  };
  for (const [name, content] of Object.entries(cases)) {
    using repository = createRepository({ files: { "a.txt": "one\n", "b.txt": "b\n" } });
    repository.write("a.txt", content);
    const bytes = execFileSync("git", ["diff", "--binary", "--full-index"], { cwd: repository.dir });
    repository.git("checkout", "-q", "--", "a.txt");
    const body = gate(patchSection({ text: bytes.toString("utf8"), number: 7 }, gate).join("\n\n"));
    const [, , command = ""] = /\n(`{3,})sh\n([^]*?)\n\1\n/.exec(body) ?? [];
    execFileSync("bash", ["-c", command], { cwd: repository.dir, stdio: "ignore" });
    const again = execFileSync("git", ["diff", "--binary", "--full-index"], { cwd: repository.dir });
    assert.deepEqual(again, bytes, name);
    assert.equal(repository.git("status", "--porcelain"), " M a.txt", name);
  }
});

test("a patch that is too long for a comment is in the artifact", () => {
  const long = `diff --git a/a b/a\n${"+x\n".repeat(20_000)}`;
  for (const text of [undefined, long]) {
    assert.deepEqual(patchSection({ text, number: 7, artifact: "kimi-1" }, gate), [
      "The patch is too long for a comment: `git apply changes.patch`, a file of the artifact `kimi-1`.",
    ]);
  }
});
