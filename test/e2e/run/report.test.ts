/** The page of a run: which step made which line, through a deferral and a resume; and what a browser makes of hostile text. */

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { createServer } from "node:http";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { AddressInfo } from "node:net";
import { readJournal } from "../../../src/session/journal.ts";
import { createScene } from "../harness.ts";

const CHROMIUM = ["chromium", "chromium-browser", "google-chrome"].find((name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});
const NO_BROWSER = CHROMIUM === undefined ? "no chromium here (apt-get install chromium)" : false;

const edit = (path: string, search: string, replace: string) => ({
  name: "apply_diff",
  arguments: { path, diff: `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE` },
});

test("each changed line is shown with its step, call and rule, also after a resume", async () => {
  await using scene = await createScene({
    files: {
      "src/a.js": "one\ntwo\nthree\n",
      ".github/kimi-policy.yml": `version: 1
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: script, approve: { exec: ["sh src/more.sh"] } }
sandbox: { minimum: none, unsealed: patterns }
`,
      "src/more.sh": "printf 'by a command\\n' >> src/a.js\n",
    },
    replies: [
      { calls: [{ name: "read_file", arguments: { files: [{ path: "src/a.js" }] } }] },
      { calls: [edit("src/a.js", "one", "ONE")] },
      { calls: [{ name: "execute_command", arguments: { command: "sh src/more.sh" } }] },
      { calls: [{ name: "write_to_file", arguments: { path: "NOTES.md", content: "a note\n" } }] },
      { calls: [{ name: "attempt_completion", arguments: { result: "All <b>done</b>." } }] },
    ],
  });
  const first = await scene.run();
  assert.equal(first.code, 4, first.stderr);
  const digest = /--approve ([0-9a-f]{12})/.exec(first.stderr)?.[1] ?? "";
  const second = await scene.cli(["resume", scene.bundle, "--approve", digest]);
  assert.equal(second.code, 0, second.stderr);
  const { records } = readJournal(join(scene.bundle, "journal.jsonl"));
  const origins = records.flatMap(({ event }) => (event.type === "change.origins" ? [event.files] : []));
  const a = {
    added: [
      [1, 1, "s2"],
      [4, 1, "s3"],
    ],
    removed: [[1, 1, "s2"]],
    steps: ["s2", "s3"],
  };
  assert.deepEqual(origins, [
    { "src/a.js": a },
    { "NOTES.md": { added: [[1, 1, "s4"]], removed: [], steps: ["s4"] }, "src/a.js": a },
  ]);
  const page = readFileSync(join(scene.bundle, "report.html"), "utf8");
  const by = [...page.matchAll(/<div class="by">([^]*?)<\/div>/g)].map(([, text = ""]) =>
    text.replaceAll(/<[^>]*>/g, ""),
  );
  assert.deepEqual(by, [
    "step 4 · write_to_file · by the local user",
    "step 2 · apply_diff · by edit; step 3 · run sh src/more.sh · by script",
  ]);
  assert.match(page, /All &#60;b&#62;done&#60;\/b&#62;\./);
  const verified = await scene.cli(["verify", scene.bundle]);
  assert.equal(verified.code, 0, verified.stdout);
  writeFileSync(join(scene.bundle, "report.html"), page.replace("NOTES.md", "OTHER.md"));
  const changed = await scene.cli(["verify", scene.bundle]);
  assert.deepEqual([changed.code, changed.stdout], [1, "✗ report.html: is not as the run left it\n"]);
  const again = await scene.cli(["view", "--html", scene.bundle]);
  assert.deepEqual([again.code, again.stdout], [0, `file://${join(scene.bundle, "report.html")}\n`]);
  assert.equal(readFileSync(join(scene.bundle, "report.html"), "utf8"), page);
});

test("no text of a run becomes markup, runs or asks for anything in a browser", { skip: NO_BROWSER }, async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const hostile = [
    `<script>document.title="owned"</script>`,
    `</pre></code></td></table><script src="${origin}/s.js"></script>`,
    `<img src="${origin}/i.png" onerror="document.title='owned'">`,
    `"><svg onload="document.title='owned'"><use href="${origin}/u.svg#x"/></svg>`,
    `<style>@import "${origin}/c.css";body{background:url(${origin}/b.png)}</style>`,
    `<iframe src="data:text/html,<script>fetch('${origin}/f')</script>"></iframe>`,
    `<meta http-equiv="refresh" content="0;url=${origin}/m"><base href="${origin}/">`,
    `<link rel="stylesheet" href="${origin}/l.css"><object data="${origin}/o"></object>`,
    `' onmouseover='document.title="owned"' x='\${alert(1)} {{7*7}} javascript:alert(1)`,
    `-->]]><!--<plaintext>`,
    "\u202Efdp.exe\u2066 zero\u200Bwidth \u{E0041}\u{E0042} \u001B]8;;http://x\u0007link\u001B]8;;\u0007",
  ].join("\n");
  await using scene = await createScene({
    files: {
      "src/a.js": "one\n",
      ".github/kimi-policy.yml": "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n",
    },
    replies: [
      {
        text: hostile,
        calls: [{ name: "write_to_file", arguments: { path: "src/<img src=x onerror=y>.js", content: hostile } }],
      },
      { text: hostile, calls: [{ name: "read_file", arguments: { files: [{ path: hostile }] } }] },
      { calls: [{ name: `x"><script>document.title="owned"</script>`, arguments: { [hostile]: hostile } }] },
      { calls: [{ name: "attempt_completion", arguments: { result: hostile } }] },
    ],
  });
  const end = await scene.run();
  assert.equal(end.code, 0, end.stderr);
  const page = join(scene.bundle, "report.html");
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom"];
  const { stdout } = await promisify(execFile)(
    CHROMIUM ?? "",
    [...args, `--user-data-dir=${scene.bundle}-browser`, `file://${page}#s1`],
    { maxBuffer: 50_000_000 },
  );
  server.close();
  assert.deepEqual(asked, []);
  assert.match(stdout, /<title>Completed: fix the failing test<\/title>/);
  assert.match(stdout, /<nav aria-label="Filter">/, "the page's own script ran");
  const tags = new Set([...stdout.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag));
  for (const tag of ["img", "iframe", "base", "link", "object", "use", "plaintext"])
    assert.equal(tags.has(tag), false, tag);
  assert.equal(stdout.split("<script").length, 2, "one script");
  assert.doesNotMatch(stdout, /[\u202A-\u202E\u2066-\u2069\u200B\u{E0041}]/u);
  assert.match(stdout, /\[U\+202E\]|U\+202E/);
});
