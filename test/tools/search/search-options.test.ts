/**
 * Options that change a result are carried out under the names of other agents' tools, or refused. The calls are written as models
 * write them, and read, planned and run with the real tools.
 */

import assert from "node:assert/strict";
import { test } from "node:test";
import { callArguments } from "../../../src/engine/arguments.ts";
import { describeError } from "../../../src/protocol/error.ts";
import { openWorkbench, type Workbench } from "../workbench.ts";

async function said(bench: Workbench, tool: string, args: object): Promise<string> {
  const tools = new Map([[tool, bench.tool(tool)]]);
  const read = callArguments({ name: tool, arguments: JSON.stringify(args) }, tools);
  if (read.kind === "invalid") return read.reason;
  try {
    return (await bench.call(tool, read.input)).text;
  } catch (error) {
    return `Error: ${describeError(error)}`;
  }
}

const FILES = {
  "a.ts": "one\nTODO later\nthree\nfour\ntodo now\nsix\n",
  "b.py": "x\nTODO b\n",
  "lib/c.tsx": "a.b TODO\naxb\n",
};
const A = "a.ts\n2: TODO later";
const B = "b.py\n2: TODO b";
const C = "lib/c.tsx\n1: a.b TODO";
const BOTH = `${A}\n5: todo now`;

/** Arguments, and the result or how it begins. */
const SEARCHES: readonly (readonly [args: object, result: string | RegExp])[] = [
  [{ regex: "todo", "-i": true }, [BOTH, B, C].join("\n")],
  [{ regex: "todo", ignore_case: "true" }, [BOTH, B, C].join("\n")],
  [{ pattern: "todo", case_sensitive: false }, [BOTH, B, C].join("\n")],
  [{ pattern: "todo", caseSensitive: true }, "a.ts\n5: todo now"],
  [{ regex: "todo", i: false }, "a.ts\n5: todo now"],
  [{ regex: "(?i)todo", path: "a.ts" }, BOTH],
  [{ pattern: "TODO", type: "py" }, B],
  [{ pattern: "TODO", glob: "!*.py" }, [A, C].join("\n")],
  [{ pattern: "TODO", path: "lib", glob: "!*.{ts,js}" }, C],
  [{ pattern: "TODO", glob: "*.py, *.tsx" }, [B, C].join("\n")],
  [{ pattern: "TODO", type: "ts" }, [A, C].join("\n")],
  [{ pattern: "TODO", type: "tsx" }, C],
  [{ pattern: "TODO", type: "ts", glob: "lib/*" }, C],
  [{ pattern: "TODO", type: "py", glob: "*.ts" }, "No match."],
  [{ pattern: "TODO", path: "b.py", type: "ts" }, B],
  [{ regex: "TODO", path: "a.ts", "-C": 1 }, "a.ts\n1- one\n2: TODO later\n3- three"],
  [{ regex: "TODO", path: "a.ts", "-A": "1" }, "a.ts\n2: TODO later\n3- three"],
  [{ regex: "TODO", path: "a.ts", "-B": 5 }, "a.ts\n1- one\n2: TODO later"],
  [
    { regex: "todo", path: "a.ts", "-i": true, context: 1 },
    "a.ts\n1- one\n2: TODO later\n3- three\n4- four\n5: todo now\n6- six",
  ],
  [{ regex: "one|six", path: "a.ts", context_lines: 1 }, "a.ts\n1: one\n2- TODO later\n--\n5- todo now\n6: six"],
  [{ regex: "TODO", output_mode: "files_with_matches" }, "a.ts\nb.py\nlib/c.tsx"],
  [
    { regex: "todo", "-i": true, output_mode: "count" },
    "a.ts: 2\nb.py: 1\nlib/c.tsx: 1\n[4 matching lines in 3 files]",
  ],
  [{ regex: "TODO", output_mode: "count_matches", type: "py" }, "b.py: 1\n[1 matching line in 1 file]"],
  [
    { regex: "TODO", head_limit: 1 },
    `${A}\n[cut after 1 result: narrow regex, path or file_pattern, or go on with offset 1]`,
  ],
  [{ regex: "TODO", offset: 2, max_results: 5 }, C],
  [{ regex: "TODO", offset: 9 }, "No match from offset 9 on: there are 3 results."],
  [{ regex: "TODO", head_limit: 2, offset: 1, output_mode: "files_with_matches" }, "b.py\nlib/c.tsx"],
  [{ regex: "TODO", path: "b.py", "-v": true }, "b.py\n1: x"],
  [{ regex: "TODO", path: "b.py", "-n": false }, "b.py\nTODO b"],
  [{ regex: "tod", path: "a.ts", "-w": true }, "No match."],
  [{ regex: "a.b", path: "lib", literal: true }, C],
  [{ query: "a.b", path: "lib", isRegexp: false }, C],
  [{ query: "a.b", path: "lib", isRegexp: true }, `${C}\n2: axb`],
  [{ regex: "TODO", multiline: true }, /^Error: multiline is not possible\. Matches are within one line/],
  [{ regex: "TODO\\nthree" }, "No match. Matches are within one line, so that \\n never matches."],
  // What cannot be carried out is refused with the accepted names.
  [{ regex: "TODO", exclude: "*.py" }, /^Error: search_files: unknown property exclude\. Accepted: \{regex/],
  [{ regex: "TODO", max_count: 1 }, /^Error: search_files: unknown property max_count\./],
  [{ regex: "TODO", context: -1 }, /^Error: search_files: context: expected at least 0/],
  [{ regex: "TODO", output_mode: "tree" }, /^Error: search_files: output_mode: expected "content"/],
  [{ regex: "TODO", "-i": true, case_sensitive: true }, /^Error: search_files: unknown property -i\./],
  // Remarks, and flags that are not set, change nothing.
  [{ regex: "TODO", path: "b.py", description: "Look for work", hidden: false, sort: "" }, B],
];

test("options of a search", async () => {
  await using bench = await openWorkbench(FILES);
  for (const [args, result] of SEARCHES) {
    const text = await said(bench, "search_files", args);
    if (typeof result === "string") assert.equal(text, result, JSON.stringify(args));
    else assert.match(text, result, JSON.stringify(args));
  }
});

test("ignored files are searched where this is asked for", async () => {
  await using bench = await openWorkbench({ ".gitignore": "out/\n" });
  bench.repository.write("out/x.js", "hit\n");
  assert.equal(await said(bench, "search_files", { regex: "hit" }), "No match.");
  assert.equal(await said(bench, "search_files", { regex: "hit", include_ignored: true }), "out/x.js\n1: hit");
});
