import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../src/base/sha256.ts";
import { imageType } from "../../src/base/image-type.ts";
import { makePng, plainPng } from "../doubles/png.ts";
import { openWorkbench } from "./workbench.ts";

const numbers = (count: number): string => Array.from({ length: count }, (_, index) => `l${index + 1}\n`).join("");

test("lines are numbered as by cat -n, the total is reported, CRLF is named, what was seen is recorded", async () => {
  const files = { "a.txt": "one\n\ntwo", "b.txt": "x\r\ny\r\n", "e.txt": "" };
  await using bench = await openWorkbench(files);
  const input = { files: [{ path: "a.txt" }, { path: "./b.txt" }, { path: "e.txt" }] };
  const text =
    "a.txt (3 lines)\n     1\tone\n     2\t\n     3\ttwo\n\nb.txt (2 lines, CRLF)\n     1\tx\n     2\ty\n\ne.txt (0 lines)";
  const events = Object.entries(files).map(([path, content]) => ({
    type: "file.seen",
    path,
    digest: sha256(content),
    own: false,
  }));
  assert.deepEqual(await bench.call("read_file", input), { text, isError: false, events });
  assert.deepEqual(await bench.call("read_file", input), { text, isError: false, events: [] });
});

test("a range, open at either end", async () => {
  await using bench = await openWorkbench({ "a.txt": numbers(5) });
  const read = async (range: object) => (await bench.call("read_file", { files: [{ path: "a.txt", ...range }] })).text;
  assert.equal(await read({ start_line: 2, end_line: 3 }), "a.txt (lines 2-3 of 5)\n     2\tl2\n     3\tl3");
  assert.equal(await read({ start_line: 5 }), "a.txt (lines 5-5 of 5)\n     5\tl5");
  assert.equal(await read({ end_line: 1 }), "a.txt (lines 1-1 of 5)\n     1\tl1");
  assert.equal(await read({ start_line: 4, end_line: 99 }), "a.txt (lines 4-5 of 5)\n     4\tl4\n     5\tl5");
  assert.equal(await read({ start_line: 6 }), "a.txt (no lines from 6 on: it has 5 lines)");
  await assert.rejects(bench.plan("read_file", { files: [{ path: "a.txt", start_line: 3, end_line: 2 }] }), {
    code: "tool.input",
    message: "a.txt: end_line 2 is before start_line 3.",
  });
});

test("1000 lines, 2000 characters a line; what was cut is said with how to read on", async () => {
  await using bench = await openWorkbench({ "long.txt": numbers(1001), "wide.txt": `${"x".repeat(1999)}😀yz\n` });
  const { text } = await bench.call("read_file", { files: [{ path: "long.txt" }] });
  assert.equal(text.split("\n").length, 1002);
  assert.ok(text.endsWith("\n  1000\tl1000\n[cut: read on with start_line 1001]"));
  const rest = await bench.call("read_file", { files: [{ path: "long.txt", start_line: 1001 }] });
  assert.equal(rest.text, "long.txt (lines 1001-1001 of 1001)\n  1001\tl1001");
  const wide = await bench.call("read_file", { files: [{ path: "wide.txt" }] });
  assert.equal(wide.text, `wide.txt (1 line)\n     1\t${"x".repeat(1999)}… [4 more characters]`);
});

test("100 KB per call over all files", async () => {
  const line = `${"x".repeat(1016)}\n`; // 1024 bytes with its number
  await using bench = await openWorkbench({ "a.txt": line.repeat(99), "b.txt": line.repeat(3) });
  const { text } = await bench.call("read_file", { files: [{ path: "a.txt" }, { path: "b.txt" }] });
  const numbered = text.split("\n").filter((each) => each.includes("\t"));
  assert.deepEqual([numbered.length, Buffer.byteLength(`${numbered.join("\n")}\n`)], [100, 100 * 1024]);
  assert.ok(text.endsWith("\n[cut: read on with start_line 2]"));
});

test("one bad path does not cost the others; all bad is an error", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\n", bin: new Uint8Array([1, 0, 2]) });
  const some = await bench.call("read_file", { files: [{ path: "no.txt" }, { path: "bin" }, { path: "a.txt" }] });
  assert.equal(some.isError, false);
  assert.match(
    some.text,
    /^Error: no\.txt does not exist.*\n\nError: bin is a binary file.*\n\na\.txt \(1 line\)\n {5}1\tone$/,
  );
  assert.equal((await bench.call("read_file", { files: [{ path: "no.txt" }] })).isError, true);
});

test("a picture is shown, and its type is read from its bytes", async () => {
  const gif = Buffer.from("GIF89a\u0002\u0000\u0001\u0000\u0000\u0000\u0000;", "latin1");
  const large = Buffer.from(gif);
  large.writeUInt16LE(8001, 6);
  await using bench = await openWorkbench({ "a.png": gif, "large.gif": large, "b.txt": "one\n" });
  const { text, images, isError } = await bench.call("read_file", {
    files: [{ path: "a.png" }, { path: "large.gif" }, { path: "b.txt" }],
  });
  assert.deepEqual([isError, images], [false, [{ mediaType: "image/gif", data: gif.toString("base64") }]]);
  assert.match(
    text,
    /^a\.png \(gif, 2×1, 14 bytes\)\n\nError: large\.gif is too large a picture .*\n\nb\.txt \(1 line\)/,
  );
});

test("a picture that is larger than models see is made smaller in the cell, also one that is too large to be read as text", async () => {
  const wide = plainPng(2_000, 500, [1, 2, 3]);
  const heavy = makePng({
    width: 9e3,
    height: 4e3,
    depth: 8,
    colourType: 0,
    rows: Buffer.alloc(9001 * 4e3),
    chunks: [["zzZz", Buffer.alloc(5e6)]],
  });
  const files = {
    "wide.png": wide,
    "heavy.PNG": heavy,
    "broken.png": wide.subarray(0, 60),
  };
  await using bench = await openWorkbench(files);
  const read = Object.keys(files).map((path) => ({ path }));
  const { text, images = [] } = await bench.call("read_file", { files: read });
  assert.deepEqual(text.split("\n\n"), [
    `wide.png (png, 2000×500, ${wide.length} bytes; shown as 1568×392)`,
    "heavy.PNG (a large picture; shown as 1568×697)",
    "broken.png (png, 2000×500, 60 bytes)", // what cannot be made smaller is shown as it is, where providers take it
  ]);
  const sizes = images.map(({ data }) => imageType(Buffer.from(data, "base64")));
  assert.deepEqual(
    sizes.map((type) => [type?.mediaType, type?.width, type?.height]),
    [
      ["image/png", 1568, 392],
      ["image/png", 1568, 697],
      ["image/png", 2000, 500],
    ],
  );
});

test("the plan names the files that would really be read, and outside is refused", async () => {
  await using bench = await openWorkbench({ "real/.env": "A=1\n" });
  await bench.call("execute_command", { command: "ln -s real/.env harmless; ln -s / root" });
  const { access, capabilities, summary } = await bench.plan("read_file", { files: [{ path: "harmless" }] });
  assert.deepEqual(
    { access, capabilities, summary },
    { access: "read", capabilities: [{ kind: "read", path: "real/.env" }], summary: "read real/.env" },
  );
  for (const path of ["../x", "/etc/passwd", "root/etc/passwd"]) {
    await assert.rejects(bench.plan("read_file", { files: [{ path }] }), { code: "workspace.outside" });
  }
});

test("lines counted from the end", async () => {
  await using bench = await openWorkbench({
    "a.txt": numbers(5),
    "e.txt": "",
    "wide.txt": `${"x".repeat(1500)}\n`.repeat(99),
  });
  const lines = async (range: object) => {
    const { text } = await bench.call("read_file", { files: [{ path: "a.txt", ...range }] });
    return text
      .split("\n")
      .flatMap((row) => /^ +\d+\t(.*)/.exec(row)?.[1] ?? [])
      .join(" ");
  };
  assert.equal(await lines({ start_line: -1 }), "l5");
  assert.equal(await lines({ start_line: -3 }), "l3 l4 l5");
  assert.equal(await lines({ start_line: -100 }), "l1 l2 l3 l4 l5");
  assert.equal(await lines({ start_line: -5, end_line: -4 }), "l1 l2");
  assert.equal(await lines({ start_line: -100, end_line: -99 }), "l1 l2");
  assert.equal(await lines({ start_line: 4, end_line: -1 }), "l4 l5");
  assert.equal(await lines({ start_line: -2, end_line: 4 }), "l4");
  assert.equal((await bench.call("read_file", { files: [{ path: "e.txt", start_line: -9 }] })).text, "e.txt (0 lines)");
  // The last lines are those that were asked for.
  const { text } = await bench.call("read_file", { files: [{ path: "wide.txt", start_line: -99 }] });
  assert.match(text, /^wide\.txt \(lines 33-99 of 99\)\n +33\t/);
  assert.match(text, /\n +99\tx+$/);
});

test("a path out of the workspace costs only its own file", async () => {
  await using bench = await openWorkbench({ "a.txt": "one\n" });
  await bench.call("execute_command", { command: "ln -s /etc/passwd out" });
  const plan = await bench.plan("read_file", { files: [{ path: "out" }, { path: "a.txt" }, { path: "../x" }] });
  assert.deepEqual(
    [plan.capabilities, plan.summary],
    [[{ kind: "read", path: "a.txt" }], "read a.txt (not out, ../x)"],
  );
  const { text, isError } = await plan.run(new AbortController().signal, "call");
  assert.equal(isError, false);
  assert.match(
    text,
    /^Error: out leads out of the workspace, to \/etc\/passwd\. [^\n]*\n\na\.txt \(1 line\)\n +1\tone\n\nError: \.\.\/x leads out of the workspace\./,
  );
});

test("a name in other Unicode characters is found, and said; the policy judges the file's own name", async () => {
  const [composed, decomposed] = ["café/naïve.txt", "café/naïve.txt"].map((name, at) =>
    name.normalize(at === 0 ? "NFC" : "NFD"),
  );
  const shot = "Screenshot 3.14\u202fPM.txt";
  await using bench = await openWorkbench({ [decomposed!]: "one\n", [shot]: "two\n", "a b": "1\n", "a\u00a0b": "2\n" });
  const named = (name: string) => `[${name} is this file's name here; the one given has other Unicode characters]`;
  const { text, events } = await bench.call("read_file", {
    files: [{ path: composed }, { path: "Screenshot 3.14 PM.txt" }, { path: decomposed }, { path: "a b" }],
  });
  assert.equal(
    text,
    [
      `${decomposed} (1 line)\n     1\tone\n${named(decomposed!)}`,
      `${shot} (1 line)\n     1\ttwo\n${named(shot)}`,
      `${decomposed} (1 line)\n     1\tone`,
      "a b (1 line)\n     1\t1",
    ].join("\n\n"),
  );
  assert.equal(events?.length, 3);
  const diff = "<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE";
  const edit = await bench.plan("apply_diff", { path: composed, diff });
  assert.deepEqual(edit.capabilities, [{ kind: "write", path: decomposed }]);
  // Two names that fit decide nothing.
  await assert.rejects(bench.plan("search_files", { path: "a\u2009b", regex: "x" }), { message: /missing/ });
});
