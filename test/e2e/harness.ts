/** A repository, a model server and the built CLI between them. */

import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { loadPolicy } from "../../src/policy/file/load.ts";
import { policyWords } from "../../src/policy/policy-words.ts";
import { filesReceived, requireNoCanary } from "../doubles/canaries.ts";
import type { DoubleReply } from "../doubles/model-reply.ts";
import { startModelServer, type ModelServer } from "../doubles/model-server.ts";
import { IS_FULL } from "../doubles/size.ts";
import { createRepository, type TemporaryRepository } from "../doubles/repository.ts";
import { canRunHere } from "../doubles/cli-here.ts";
import { runCli, temporaryDir, type CliEnd, type CliOptions } from "../doubles/cli.ts";

/** Looks like a key, is found by nobody but a test. */
export const CANARY = "sk-CANARY-7f3a9d2e5b8c1046";

/** Reads and edits below src, tests and reading commands; everything else waits. */
export const POLICY = `version: 2
default: defer
rules:
  - { id: read, approve: { read: ["**"] } }
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: tests, approve: { exec: ["sh test/add.sh", "node --test", "git {status,diff,log,show} **", "{cat,echo,find,grep,head,ls,rg,wc} **"] } }
  - { id: no-net, reject: { exec: ["curl **"] }, reason: no network }
sandbox: { minimum: none, unsealed: patterns }
`;

/** How the prompt of an agent that is not built in ends, under this policy in a cell without walls. */
export async function toldPolicy(isSubagent: boolean): Promise<string> {
  const policy = await loadPolicy(POLICY, { file: "policy" });
  return `\n# Policy\n${policyWords(policy, { level: "none", isReadOnly: false, isSubagent })}\n`;
}

export const FILES = {
  "package.json": `{ "name": "sample", "type": "module" }\n`,
  "src/add.js": "export const add = (a, b) => a - b;\n",
  "test/add.test.js": `import assert from "node:assert/strict";
import { test } from "node:test";
import { add } from "../src/add.js";
test("adds", () => assert.equal(add(2, 3), 5));
`,
  // Many runs make this test; node's own runner would start two processes for it, which take longer than all else.
  "test/add.sh": `source=$(cat src/add.js); case "$source" in *"a + b;"*) echo ok ;; *) echo "not ok: $source"; exit 1 ;; esac\n`,
  ".github/kimi-policy.yml": POLICY,
};

/** The calls that fix the sample: read, edit, test, done. */
export const FIX: readonly DoubleReply[] = [
  { text: "I look.", calls: [{ name: "read_file", arguments: { files: [{ path: "src/add.js" }] } }] },
  {
    calls: [
      {
        name: "apply_diff",
        arguments: {
          path: "src/add.js",
          diff: "<<<<<<< SEARCH\nexport const add = (a, b) => a - b;\n=======\nexport const add = (a, b) => a + b;\n>>>>>>> REPLACE",
        },
      },
      { name: "execute_command", arguments: { command: "sh test/add.sh" } },
    ],
  },
  { calls: [{ name: "attempt_completion", arguments: { result: "Fixed the sign; the test passes." } }] },
];

export interface Scene {
  readonly repository: TemporaryRepository;
  readonly server: ModelServer;
  readonly bundle: string;
  /** `kimi-runner run <prompt>` against the server, with a cell without walls unless told otherwise. */
  readonly run: (args?: readonly string[], options?: Partial<CliOptions>) => Promise<CliEnd>;
  /** Any other command in the repository. */
  readonly cli: (args: readonly string[], options?: Partial<CliOptions>) => Promise<CliEnd>;
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

export interface SceneOptions {
  readonly replies?: readonly DoubleReply[] | ((request: unknown, n: number) => DoubleReply);
  readonly files?: Readonly<Record<string, string | Uint8Array>>;
  readonly provider?: "openai" | "anthropic" | "kimi" | "gemini";
  /**
   * Whether `dist/cli.js` runs as a process, as people start it, or the command line in this process, which takes a third of the
   * time. Default: a process where a command or its options need one.
   */
  readonly isProcess?: boolean;
}

/** Builds the scene; `await using` takes it down, and throws when a key is in what was left behind. */
export async function createScene(options: SceneOptions = {}): Promise<Scene> {
  const { replies = FIX, files = FILES, provider = "openai", isProcess } = options;
  const repository = createRepository({ files });
  const server = await startModelServer({ replies, apiKey: CANARY });
  const temporary = temporaryDir();
  const bundle = join(temporary.dir, "bundle");
  const name = provider.toUpperCase();
  const env = {
    [`${name}_API_KEY`]: CANARY,
    [`${name}_BASE_URL`]: {
      openai: server.url,
      kimi: server.url,
      anthropic: server.origin,
      gemini: `${server.origin}/v1beta`,
    }[provider],
    HOME: temporary.dir,
  };
  const cli: Scene["cli"] = (args, more = {}) =>
    runCli(args, {
      cwd: repository.dir,
      isProcess: isProcess ?? (IS_FULL || !canRunHere(args, more.env ?? {})),
      ...more,
      env: { ...env, ...more.env },
    });
  return {
    repository,
    server,
    bundle,
    cli,
    run: (args = [], more = {}) =>
      cli(
        [
          "run",
          "fix the failing test",
          "--model",
          `${provider}/test-model`,
          "--bundle",
          bundle,
          "--sandbox",
          "none",
          ...args,
        ],
        more,
      ),
    [Symbol.asyncDispose]: async () => {
      const left = filesReceived(temporary.dir);
      temporary[Symbol.dispose]();
      repository.remove();
      await server.close();
      requireNoCanary(left);
    },
  };
}

/** Why a sealed cell cannot be built here; false where it can. A value for node:test's `skip`. */
export const NO_BWRAP: string | false = ((): string | false => {
  try {
    execFileSync("bwrap", ["--version"], { stdio: "ignore" });
    return false;
  } catch {
    return "bubblewrap is not installed (npm run setup)";
  }
})();
