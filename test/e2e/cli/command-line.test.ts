/** The command line: no word of it is ignored, and printed commands can be pasted. */

import assert from "node:assert/strict";
import { execFile, execFileSync, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { outcomeOf, runCli, temporaryDir } from "../../doubles/cli.ts";
import { without } from "../../doubles/missing.ts";
import { createRepository } from "../../doubles/repository.ts";
import { CANARY, createScene, FILES, FIX } from "../harness.ts";

const REFUSED: readonly (readonly [args: readonly string[], message: string])[] = [
  // `--dry-run` without `--event` once ran for real.
  [["run", "x", "--dry-run"], "--dry-run needs --event. Name a payload with --event, or leave it out."],
  [["run", "x", "--publish", "dry"], "--publish needs --event. Name a payload with --event, or leave it out."],
  [["view", "a", "b"], "One argument too many: b. Usage: kimi-runner view <bundle|session|latest>"],
  [["verify", "a", "b"], "One argument too many: b. Usage: kimi-runner verify <bundle|session|latest>"],
  [["models", "kimi"], "One argument too many: kimi. Usage: kimi-runner models"],
  [["policy", "show", "x"], "One argument too many: x. Usage: kimi-runner policy show"],
  [["policy"], "policy needs a subcommand. Accepted: show, test, explain, migrate."],
  [
    ["policy", "explain"],
    "No question was given. Give a command in quotes, --read, --write, --mcp, --net, --github, or - for JSON lines.",
  ],
  [
    ["policy", "explain", '{"reed": "a"}'],
    'The question is not understood: the key reed is not known. Accepted: a command as a JSON string, or an object with command, read, write, mcp, net, github: {"read": "src/a.ts"}.',
  ],
  [["run", "x", "--max-steps", "-1"], "--max-steps -1 is not a number above zero. Give a number, e.g. --max-steps 10."],
  [
    ["run", "x", "--max-steps", "-x"],
    "--max-steps has no value. Give one: --max-steps <n>, or --max-steps=<n> where it begins with a dash.",
  ],
  [["run", "x", "--no-apply=3"], "--no-apply takes no value. Write --no-apply alone."],
  [["verify", "--all"], "Unknown option '--all'. This command has no options."],
  [["run", "x", "--max-turns", "3"], "Unknown option '--max-turns'. Did you mean --max-steps?"],
  [["--frob"], "Unknown option '--frob'. `--help` lists the options. Text that begins with a dash goes after `--`."],
  [["exec"], "Unknown command: exec. Did you mean run?"],
  [["frobnicate"], "Unknown command: frobnicate. `kimi-runner --help` lists the commands."],
  [["batch", "frobnicate"], "Unknown command: batch frobnicate. `kimi-runner batch --help` lists the commands."],
  [["fix the test"], "Unknown command: fix the test. A prompt goes after `run`."],
  [["run", "x", "-p", "y"], "There are two prompts: --prompt, and x. Put the prompt in quotes."],
  [["run", "--continue", "--event", "x"], "--continue cannot be combined with --event. The event contains the task."],
  [
    ["run", "x", "--model", "scripted/no.json"],
    'The script of the scripted model does not load: no.json: no such file or directory. A script is a JSON array of replies such as {"text": "done"} or {"calls": [{"name": "…", "arguments": {}}]}.',
  ],
];

const refusing = createRepository({ files: { "a.txt": "a\n" } });
after(() => refusing.remove());

for (const [index, [args, message]] of REFUSED.entries()) {
  test(`refused: ${args.join(" ")}`, async () => {
    const { code, stdout, stderr } = await runCli(args, { cwd: refusing.dir, isProcess: index === 0 });
    assert.deepEqual([code, stdout, stderr], [2, "", `error: ${message}\n`]);
  });
}

/** `kimi-runner cell -- ls -h` once printed the help of `cell`. */
test("an option after -- belongs to the command, also -h and --help", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  for (const option of ["-h", "--help"]) {
    const { code, stdout } = await runCli(["policy", "explain", "--", "ls", option], {
      cwd: repository.dir,
      isProcess: false,
    });
    assert.deepEqual([code, stdout.startsWith("kimi-runner policy"), /^\w+ — /.test(stdout)], [0, false, true], stdout);
  }
});

test("help is at most 80 columns wide, and shows each option below a title", async () => {
  const helpOf = async (...words: readonly string[]): Promise<string> =>
    (await runCli([...words, "--help"], { cwd: "/", isProcess: false })).stdout;
  const overview = await helpOf();
  const names = [...overview.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = ""]) => name);
  assert.deepEqual([names.length, new Set(names).size], [18, 18]);
  const pages = await Promise.all(names.map(async (name) => await helpOf(name)));
  const wide = [overview, ...pages].flatMap((page) => page.split("\n")).filter((line) => line.length > 80);
  assert.deepEqual(wide, []);
  const titles = [...(pages[names.indexOf("run")] ?? "").matchAll(/^(\w[\w ]*):$/gm)].map(([, title]) => title);
  const groups = ["Options", "Model", "Policy and sandbox", "Agent", "Limits", "GitHub events", "Examples"];
  assert.deepEqual(titles, groups);
});

test("-V says the version, and each argument of policy explain is a question", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const here = { cwd: repository.dir, isProcess: false };
  assert.equal((await runCli(["-V"], here)).stdout, (await runCli(["--version"], here)).stdout);
  const subjects = async (...words: readonly string[]): Promise<readonly (string | undefined)[]> => {
    const { stdout } = await runCli(["policy", "explain", "--json", ...words], here);
    return stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { readonly command?: string }).command);
  };
  assert.deepEqual(await subjects("npm test", "git push"), ["npm test", "git push"]);
  assert.deepEqual(await subjects("ls", "--", "git", "log", "-p"), ["ls", "git log -p"]);
  const { stderr } = await runCli(["policy", "explain", "npm", "test"], here);
  assert.equal(stderr, "Each word is a command of its own. Is it one command? policy explain -- npm test\n");
});

/** `--max-steps 1.5` once allowed two model calls. */
test("options that count take whole numbers only", async () => {
  await using scene = await createScene();
  const { code, stderr } = await scene.run(["--max-steps", "1.5"]);
  assert.deepEqual([code, stderr], [2, "error: --max-steps 1.5 is not a whole number. Give 1, for example.\n"]);
  assert.equal(scene.server.requests.length, 0);
});

/** A script that reads standard output once got nothing when the run was refused. */
test("a refused run prints its error as one object for programs", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const args = ["run", "x", "--model", "openai/m", "--api-key", "k", "--sandbox", "none", "--output"];
  for (const format of ["json", "stream-json"]) {
    const { code, stdout, stderr } = await runCli([...args, format], { cwd: repository.dir, isProcess: false });
    const reason = stderr.replace(/^error: |\n$/g, "");
    assert.match(reason, /^The policy demands a sandbox of at least separate/);
    const [last = ""] = stdout.trimEnd().split("\n").slice(-1);
    const outcome = { outcome: "sandbox_refused", reason };
    const { timestamp: _, ...object } = JSON.parse(last) as { readonly timestamp?: number };
    assert.deepEqual(
      [code, object],
      [5, format === "json" ? outcome : { message: { type: "RunnerOutcome", payload: outcome } }],
    );
  }
});

/** Only what was refused behind the first look at the options was an object. */
test("a run whose options, files or session cannot be read does so too", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const wrong = [
    ["run", "x", "--json-schema", "missing.json"],
    ["run", "x", "--max-steps", "some"],
    ["run"],
    ["run", "x", "--event", "missing.json"],
    ["resume", "latest"],
    ["resume", "latest", "--session", "other"],
    ["import", "missing", "x", "--max-ralph-iterations", "a"],
    // They ate memory until the end of it.
    ["run", "x", "--json-schema", "/dev/zero"],
    ["run", "x", "--event", "/dev/zero"],
    ["run", "x", "--policy", "/dev/zero", "--model", "scripted/missing.json"],
    ["import", "/dev/zero", "x"],
  ];
  for (const args of wrong) {
    const options = { cwd: repository.dir, isProcess: false };
    const { code, stdout, stderr } = await runCli([...args, "--output", "json"], options);
    const reason = stderr.replace(/^error: |\n$/g, "");
    assert.deepEqual([code, JSON.parse(stdout)], [2, { outcome: "config_error", reason }], stderr);
  }
});

test("the command that a deferred run prints can be pasted, for any name of the bundle's folder", async () => {
  const install = { calls: [{ name: "execute_command", arguments: { command: "npm install left-pad" } }] };
  await using scene = await createScene({ replies: [install, ...FIX], files: FILES });
  const bundle = join(dirname(scene.bundle), "it's a bundle; $HOME");
  const { stderr } = await scene.run(["--bundle", bundle, "--policy", ".github/kimi-policy.yml"]);
  const [, answer = ""] = /answer: (.+)$/m.exec(stderr) ?? [];
  const policy = join(dirname(scene.bundle), "other.yml");
  writeFileSync(policy, "version: 1\n");
  const key = { OPENAI_API_KEY: CANARY };
  const other = await runCli(["resume", bundle, "--approve", "all", "--policy", policy], {
    cwd: "/",
    env: key,
    isProcess: false,
  });
  assert.match(
    other.stderr,
    /^error: The policy changed since .+ Give the --policy and --profile of the run again, or /m,
  );
  // The program as it was called, from a shell that knows nothing else of it.
  const pasted = `${answer.replace("--approve", "--reject")} --why no`;
  const env = { PATH: process.env["PATH"], HOME: scene.repository.dir, OPENAI_API_KEY: CANARY };
  await promisify(execFile)("sh", ["-c", `${pasted} --base-url ${scene.server.url}`], { cwd: "/", env });
  assert.equal(outcomeOf(bundle)["outcome"], "completed");
});

/** It was a stack trace of node. */
test("a removed current folder is reported", () => {
  using temporary = temporaryDir();
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$0" "$@"`;
  const words = ["-c", script, process.execPath, resolve("dist/cli.js"), "doctor"];
  const { status, stdout, stderr } = spawnSync("sh", words, { cwd: temporary.dir, encoding: "utf8" });
  const said = "error: The current folder was removed. Change to one that exists.\n";
  assert.deepEqual([status, stdout, stderr], [2, "", said]);
});

test("control characters of a repository or a question have no effect on a terminal, and JSON keeps them", async () => {
  const reason = String.raw`"\e[2K\e]8;;https://evil\e\\link\e[8mhidden \u202egpj.exe\x9b2J"`;
  const policy = `# \u009b8mhidden\nversion: 1\nrules:\n  - { id: a, reject: { read: ["k/**"] }, reason: ${reason} }\n`;
  using repository = createRepository({ files: { ".github/kimi-policy.yml": policy } });
  const line = "cat k/x";
  for (const args of [["show"], ["explain", line], ["explain", "--read", "k/\u001b]0;t\u0007a"]]) {
    const { code, stdout, stderr } = await runCli(["policy", ...args], {
      cwd: repository.dir,
      isProcess: args.includes("show"),
    });
    assert.deepEqual([code, /# hidden|linkhidden/.test(stdout)], [0, true], `${stdout}${stderr}`);
    assert.doesNotMatch(stdout + stderr, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/, args.join(" "));
  }
  const { stdout } = await runCli(["policy", "explain", "--json", line], { cwd: repository.dir, isProcess: false });
  assert.doesNotMatch(stdout, /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]/);
  const answer = JSON.parse(stdout) as { readonly command: string; readonly reason: string };
  assert.deepEqual([answer.command, answer.reason.includes("\u202e")], [line, true]);
});

test("policy explain answers paths, hosts and commands in one go, and JSON lines with an error among them", async () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  const here = { cwd: repository.dir, isProcess: false };
  const flags = await runCli(["policy", "explain", "cat .env", "--read", "a.txt", "--write", ".npmrc"], here);
  assert.deepEqual(
    [flags.code, flags.stdout.split("\n").filter((line) => /^\w+ /.test(line))],
    [
      0,
      [
        "command cat .env",
        "reject — builtin:sensitive: .env is a file of secrets",
        "read a.txt",
        "approve — read",
        "write .npmrc",
        "defer — protected: decides what runs, who reviews or what is installed",
      ],
    ],
  );
  const json = await runCli(["policy", "explain", '{"read": ".env"}', "--json"], here);
  assert.deepEqual(
    [json.code, JSON.parse(json.stdout)],
    [0, { read: ".env", verdict: "reject", rule: "builtin:sensitive", reason: ".env is a file of secrets" }],
  );
  const rules = [[], ["--sandbox", "separate"], ["--rung", "separate"]].map(async (level) => {
    const { stdout } = await runCli(["policy", "explain", "--json", "git status", ...level], here);
    return (JSON.parse(stdout) as { readonly rule: string }).rule;
  });
  assert.deepEqual(await Promise.all(rules), ["commands", "look", "look"]);
});

test(
  "a limit of open files that is too low for a run is said at the start",
  { skip: process.platform !== "linux" },
  () => {
    using repository = createRepository({ files: FILES });
    const said = ["24", "32", "48", "63"].map((limit) => {
      const program = [
        process.execPath,
        "dist/cli.js",
        "run",
        "x",
        "--cwd",
        repository.dir,
        "--model",
        "scripted/no.json",
      ];
      const args = [`--nofile=${limit}`, ...program, "--sandbox", "none"];
      const env = { PATH: process.env["PATH"], HOME: repository.dir };
      const { status, stdout, stderr } = spawnSync("prlimit", args, { encoding: "utf8", env });
      return [status, stdout, stderr.replace(/(?<=least )\d+/, (needed) => (Number(needed) >= 64 ? "N" : needed))];
    });
    const refusal = (limit: string): unknown => [
      2,
      "",
      `error: The limit of open files is ${limit}; at least N are needed. Raise it with \`ulimit -n 1024\`.\n`,
    ];
    assert.deepEqual(said, ["24", "32", "48", "63"].map(refusal));
  },
);

/** A producer that was silent for three seconds was dropped, and the run was paid without its text. */
test("piped input goes to the model as data beside the prompt, also what comes late; an empty pipe is left out", async () => {
  const told = "Reading standard input to its end: nothing after 3 seconds. For a run without it: < /dev/null\n";
  const text = "FAIL add.test.js\n</stdin> x\n";
  const late = (stderr: string, { stdin }: ChildProcess): void => {
    if (stderr.includes(told)) stdin?.end(text);
  };
  for (const [options, isTold] of [
    [{ input: text }, false],
    [{ input: "", isDriven: true, onStderr: late }, true],
    [{ input: "" }, undefined],
  ] as const) {
    await using scene = await createScene({ replies: [{ text: "Nothing to do." }] });
    const { code, stderr } = await scene.run([], options);
    assert.equal(code, 0, stderr);
    assert.equal(stderr.startsWith(told), isTold ?? false);
    const body = scene.server.requests[0]?.body ?? "";
    const wanted =
      "fix the failing test\n\nThis came on standard input:\n<stdin>\nFAIL add.test.js\n<\\/stdin> x\n</stdin>";
    if (isTold === undefined) assert.doesNotMatch(body, /standard input/);
    else assert.ok(body.includes(JSON.stringify(wanted).slice(1, -1)), body);
  }
});

/** With `-` the process took memory until it had no more. */
test("standard input without an end is refused, as the prompt and beside one", () => {
  using repository = createRepository({ files: { "a.txt": "a\n" } });
  for (const prompt of ["-", "x"]) {
    const run = `yes | "$0" dist/cli.js run ${prompt} --model openai/m --cwd "$1"`;
    const end = spawnSync("sh", ["-c", run, process.execPath, repository.dir], { encoding: "utf8", timeout: 60_000 });
    const said =
      "error: Standard input has more than 10000000 bytes. Put it into a file that the model reads in parts.\n";
    assert.deepEqual([end.status, end.stderr], [2, said]);
  }
});

test("a run from a sub-folder, or beside a policy that is not committed, says so", async () => {
  const { ".github/kimi-policy.yml": _, ...withoutPolicy } = FILES;
  await using scene = await createScene({ replies: [{ text: "Nothing to do." }] });
  const { repository } = scene;
  repository.write(
    ".github/kimi-policy.yml",
    "version: 1\ndefault: approve\nsandbox: { minimum: none, unsealed: patterns }\n",
  );
  const { stderr } = await scene.run([], { cwd: join(repository.dir, "src") });
  const warnings = stderr.split("\n").filter((line) => line.startsWith("warning: ") && !line.includes("catalog"));
  assert.deepEqual(warnings, [
    `warning: The run works on the whole repository, ${repository.dir}, and not on src alone.`,
    "warning: .github/kimi-policy.yml has changes that are not committed. The run follows the committed policy.",
  ]);

  rmSync(join(repository.dir, ".github/kimi-policy.yml"));
  const gone = await scene.run(["--bundle", `${scene.bundle}-2`]);
  const told = "warning: .github/kimi-policy.yml is not in the work tree. The run follows the committed policy.\n";
  assert.ok(gone.stderr.includes(told), gone.stderr);

  await using bare = await createScene({ files: withoutPolicy });
  bare.repository.write(".github/kimi-policy.yml", "version: 1\n");
  const refused = await bare.run(); // the built-in policy demands walls
  assert.equal(refused.code, 5, refused.stderr);
});

test("completions: bash offers commands, the options of a command, and files for the rest", async () => {
  const { stdout } = await runCli(["completions", "bash"], { cwd: "/" });
  const complete = (...words: readonly string[]): readonly string[] => {
    const line = words.map((word) => `'${word}'`).join(" ");
    const ask = `COMP_WORDS=(kimi-runner ${line}); COMP_CWORD=${words.length}; _kimi_runner; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["--norc", "-c", `${stdout}\n${ask}`], { encoding: "utf8" })
      .trim()
      .split("\n");
  };
  assert.deepEqual(complete("re"), ["resume", "review", "replay"]);
  assert.deepEqual(complete("export", "--"), ["--format", "--out"]);
  assert.deepEqual(complete("run", "--max-s"), ["--max-steps"]);
  assert.deepEqual(complete("view", "x"), [""]);
  assert.deepEqual(complete("batch", ""), ["plan", "run", "collect", "compare", "status"]);
  assert.deepEqual(complete("batch", "plan", "--j"), ["--json", "--jobs"]);
  assert.deepEqual(complete("run", "--sandbox", "se"), ["sealed", "separate"]);
  // Bash divides `--sandbox=se` into three words.
  assert.deepEqual(complete("run", "--sandbox", "=", "se"), ["sealed", "separate"]);
  assert.deepEqual(complete("run", "--sandbox", "="), ["sealed", "separate", "none"]);
  assert.deepEqual(complete("run", "--model", "x"), [""]);
});

test("completions: fish offers the same, with descriptions", { skip: without("fish") }, async () => {
  const { stdout } = await runCli(["completions", "fish"], { cwd: "/", isProcess: false });
  const complete = (line: string): readonly string[] =>
    execFileSync("fish", ["--no-config", "-c", `${stdout}\ncomplete -C "kimi-runner ${line}"`], { encoding: "utf8" })
      .trim()
      .split("\n");
  assert.deepEqual(complete("doc"), [
    "doctor\tsay what is missing for a run here: git, repository, policy, sandbox, model key, GitHub",
  ]);
  assert.deepEqual(complete("export --f"), ["--format\tdefault: markdown"]);
  assert.deepEqual(
    complete("run --sandbox=se").map((one) => one.replace(/\t.*/, "")),
    ["--sandbox=sealed", "--sandbox=separate"],
  );
  assert.deepEqual(complete("batch comp"), ["compare"]);
  // Only the first word is the command: `run` is one of batch's actions here, and `view` a word of a prompt.
  assert.deepEqual(complete("batch run --pro"), ["--profile\ta profile of the policy, e.g. schedule"]);
  assert.deepEqual(complete("run view --ht"), [""]);
});

/** Types each line at a prompt of zsh, presses Tab, and prints what the line is then. */
const TYPIST = `
import os, pty, select, sys, time

def read(until):
    seen, end = "", time.time() + 20
    while not until(seen) and time.time() < end:
        if select.select([fd], [], [], 0.1)[0]: seen += os.read(fd, 65536).decode()
    return seen

def last(seen):
    return seen.replace("\\r", "\\n").strip().split("\\n")[-1]

pid, fd = pty.fork()
if pid == 0: os.execvpe("zsh", ["zsh", "-f", "-i"], {**os.environ, "TERM": "dumb"})
os.write(fd, b'unset zle_bracketed_paste; PS1=; autoload -U compinit; compinit -u -D; source ./script; echo read""y\\n')
read(lambda seen: "ready" in seen)
for line in sys.argv[1:]:
    os.write(fd, line.encode() + b"\\t")
    print(last(read(lambda seen: seen.endswith(" ") and len(last(seen)) > len(line))))
    os.write(fd, b"\\x15")
    read(lambda seen: seen != "")
`;

test("completions: zsh completes what is typed at its prompt", { skip: without("zsh", "python3") }, async () => {
  const { stdout } = await runCli(["completions", "zsh"], { cwd: "/", isProcess: false });
  using place = temporaryDir();
  writeFileSync(join(place.dir, "script"), stdout);
  const lines = [
    "doct",
    "run --sandbox sep",
    "run --sandbox=sep",
    "export --format con",
    "batch comp",
    "run --header a=b --head",
    "view --h",
  ];
  const seen = execFileSync("python3", ["-c", TYPIST, ...lines.map((line) => `kimi-runner ${line}`)], {
    cwd: place.dir,
    encoding: "utf8",
  });
  assert.deepEqual(seen.trim().split("\n"), [
    "kimi-runner doctor",
    "kimi-runner run --sandbox separate",
    "kimi-runner run --sandbox=separate",
    "kimi-runner export --format context",
    "kimi-runner batch compare",
    "kimi-runner run --header a=b --header",
    "kimi-runner view --html",
  ]);
});

test(
  "an answer that the disk does not take is an error; a reader that goes away is none",
  { skip: !existsSync("/dev/full") },
  () => {
    const told = (command: string) => {
      const { stderr, status } = spawnSync(
        "bash",
        ["-o", "pipefail", "-c", `"$0" dist/cli.js ${command}`, process.execPath],
        {
          encoding: "utf8",
        },
      );
      return [status, stderr];
    };
    assert.deepEqual(told("help > /dev/full"), [
      1,
      "error: Standard output cannot be written: ENOSPC: no space left on device, write.\n",
    ]);
    assert.deepEqual(told("help run | true"), [0, ""]);
  },
);
