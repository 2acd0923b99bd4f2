/** `codebase_search` and `list_code_definition_names` with the real program, in a bare cell and in a sealed one. */

import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { SKIP_SEALED } from "../doubles/cell.ts";
import { openWorkbench } from "./workbench.ts";

const FILES = {
  "src/orders/refund.ts": `import { post } from "../ledger.ts";

/** Gives the money of an order back to its buyer. */
export async function refundOrder(orderId: string): Promise<void> {
  const amount = await amountOf(orderId);
  await post({ orderId, amount: -amount });
}

export interface Refund {
  readonly orderId: string;
}
`,
  "src/ledger.ts": "export async function post(entry: Entry): Promise<void> {\n  entries.push(entry);\n  flush();\n}\n",
  "test/refund.test.ts": 'test("refund an order", async () => {\n  await refundOrder("1");\n});\n',
  "README.md": "# Shop\n\nRefunds of orders are in src/orders.\n\n## Refund an order\n\nCall refundOrder.\n",
  "secret/refund.ts": "export function refundOrderSecretly() {\n  // the refund of an order\n}\n",
} as const;

for (const want of ["none", "sealed"] as const) {
  test(`search and definitions, ${want}`, { skip: want === "sealed" ? SKIP_SEALED : false }, async () => {
    const mayRead = (path: string): boolean => !path.startsWith("secret/");
    await using bench = await openWorkbench(FILES, { want, mayRead });
    assert.deepEqual(await bench.call("codebase_search", { query: "refunding orders" }), {
      text: `src/orders/refund.ts:3-11
/** Gives the money of an order back to its buyer. */
export async function refundOrder(orderId: string): Promise<void> {
  const amount = await amountOf(orderId);
  await post({ orderId, amount: -amount });
}

export interface Refund {
  readonly orderId: string;
}

test/refund.test.ts:1-3
test("refund an order", async () => {
  await refundOrder("1");
});

README.md:3-7
Refunds of orders are in src/orders.

## Refund an order

Call refundOrder.

[1 place left out: in files that the policy keeps from you]`,
    });
    // What a command or an edit of the run did is found, and what went away is not.
    await bench.call("execute_command", {
      command: "rm README.md && mkdir new && echo 'refund orders twice' > new/x.txt",
    });
    bench.repository.write("src/ledger.ts", "// nothing\n");
    rmSync(join(bench.repository.dir, "test"), { recursive: true });
    const again = await bench.call("codebase_search", { query: "refund orders twice", path: "new" });
    assert.equal(again.text, "new/x.txt:1-1\nrefund orders twice");
    const places = (await bench.call("codebase_search", { query: "post entries refund" })).text;
    assert.deepEqual(places.match(/^\S+:\d+-\d+/gm), ["src/orders/refund.ts:1-11", "new/x.txt:1-1"]);
    assert.match((await bench.call("codebase_search", { query: "zebra" })).text, /^Nothing has these words\./);
    assert.equal(
      (await bench.call("list_code_definition_names", { path: "src/orders" })).text,
      "# src/orders/refund.ts\n4--7 | export async function refundOrder(orderId: string): Promise<void> {\n9--11 | export interface Refund {",
    );
    await bench.call("execute_command", {
      command: String.raw`mkdir old && printf 'class Caf\351 {\n void m() {\n\n\n}\n}\n' > old/Cafe.java`,
    });
    assert.equal(
      (await bench.call("list_code_definition_names", { path: "old" })).text,
      "# old/Cafe.java\n[not shown: old/Cafe.java is not valid UTF-8.]",
    );
    assert.equal(
      (await bench.call("list_code_definition_names", { path: "." })).text,
      "No source code definitions found. A folder means the files directly in it.",
    );
  });
}
