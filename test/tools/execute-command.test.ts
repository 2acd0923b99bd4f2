import assert from "node:assert/strict";
import { test } from "node:test";
import { openWorkbench } from "./workbench.ts";

test("output and exit code; a failure is an error but no mistake", async () => {
  await using bench = await openWorkbench({ "sub/a.txt": "hi\n" });
  const run = (input: object) => bench.call("execute_command", input);
  assert.deepEqual(await run({ command: "echo out; echo err >&2; printf end" }), {
    text: "out\nerr\nend\n[exit 0]",
    isError: false,
  });
  assert.deepEqual(await run({ command: "cat a.txt; exit 3", cwd: "sub" }), { text: "hi\n[exit 3]", isError: true });
  assert.deepEqual(await run({ command: "kill -9 $$" }), { text: "[ended by SIGKILL]", isError: true });
  const coloured = String.raw`printf '\e[31mred\e[0m \e]8;;https://e.example\a%s\n' "[$NO_COLOR]"`;
  assert.deepEqual(await run({ command: coloured }), { text: "red []\n[exit 0]", isError: false });
  assert.deepEqual(await run({ command: "true" }), { text: "[exit 0]", isError: false });
  const rest = "Its background processes were killed, because they still held the output";
  assert.deepEqual(await run({ command: "sleep 64.3 & echo up" }), {
    text: `up\n[exit 0. ${rest}. Start servers with run_in_background]`,
    isError: false,
  });
  const quiet = { text: "up\n[exit 0]", isError: false };
  assert.deepEqual(await run({ command: "sleep 64.3 >/dev/null 2>&1 & echo up" }), quiet);
});

test("a timeout ends it and says what to do", async () => {
  await using bench = await openWorkbench({ a: "" });
  const { text, isError } = await bench.call("execute_command", { command: "echo begun; sleep 60", timeout: 1 });
  assert.match(text, /^begun\n\[killed: not finished after 1 s\. .*timeout up to 600.*\]$/);
  assert.equal(isError, true);
});

test("where the policy says so, what is not done in time goes on, and the model is told its id", async () => {
  await using bench = await openWorkbench({ a: "" }, { onTimeout: "background" });
  const command = "echo begun; sleep 64.2";
  assert.deepEqual(await bench.call("execute_command", { command, timeout: 1 }), {
    text: "begun\n[not done after 1 s: it goes on in the background as bg1. You are told when it ends; background_command shows its output.]",
    events: [{ type: "background.start", id: "bg1", command }],
  });
  assert.match((await bench.call("background_command", { action: "list" })).text, /^bg1: running: echo begun/);
  assert.match((await bench.call("background_command", { action: "stop", id: "bg1" })).text, /^bg1 has ended/);
});

test("of a flood both ends are kept", async () => {
  await using bench = await openWorkbench({ a: "" });
  const { text } = await bench.call("execute_command", { command: "echo first; yes | head -c 3000000; echo last" });
  assert.ok(text.startsWith("first\ny\n") && text.endsWith("y\nlast\n[exit 0]"));
  assert.match(text, /bytes left out/);
  assert.ok(text.length < 1024 * 1024 + 200);
});

test("the plan shows the command as it will run", async () => {
  await using bench = await openWorkbench({ "sub/a": "" });
  const { run: _, ...plan } = await bench.plan("execute_command", { command: "npm test &&\n  rm -r x", cwd: "./sub" });
  assert.deepEqual(plan, {
    access: "write",
    capabilities: [{ kind: "exec", command: "npm test &&\n  rm -r x", cwd: "sub" }],
    summary: "run npm test && rm -r x (in sub)",
    preview: "npm test &&\n  rm -r x",
  });
});

for (const [label, input, code] of [
  ["an empty command", { command: "" }, "tool.input"],
  ["a NUL character", { command: "a\0b" }, "tool.input"],
  ["a timeout over ten minutes", { command: "a", timeout: 601 }, "tool.input"],
  ["a cwd that is a file", { command: "a", cwd: "f" }, "tool.input"],
  ["a cwd that is missing", { command: "a", cwd: "none" }, "tool.input"],
  ["a cwd outside", { command: "a", cwd: ".." }, "workspace.outside"],
] as const) {
  test(`refused: ${label}`, async () => {
    await using bench = await openWorkbench({ f: "" });
    await assert.rejects(bench.plan("execute_command", input), { code });
  });
}

test("operators that are escaped as in XML are operators", async () => {
  await using bench = await openWorkbench({ "a.txt": "" });
  const read = (command: string) => bench.tool("execute_command").repair?.({ command }).input["command"];
  for (const [given, meant = given] of [
    ["cd src &amp;&amp; npm test 2&gt;&amp;1", "cd src && npm test 2>&1"],
    ["echo &quot;a&quot; &gt; b &amp;&amp; grep &#39;&lt;p&gt;&#39; b", `echo "a" > b && grep '<p>' b`],
    ["npm test 2>&1 &amp;&amp; grep '&amp;' a.html", "npm test 2>&1 && grep '&amp;' a.html"],
    ["a && b"],
    ["grep '&amp;' a.html"],
    [`sed "s/&/\\&amp;/" a.html`],
    ["cat > a.html <<E\n<a>&amp;</a>\nE"],
  ] as const) {
    assert.equal(read(given), meant);
  }
});
