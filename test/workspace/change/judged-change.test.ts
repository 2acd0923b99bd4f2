/** A change taken apart: what is published of it, what is left out, and that neither half of a move is published alone. */

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { systemClock } from "../../../src/base/clock.ts";
import { judgeChange } from "../../../src/policy/judge-change.ts";
import { loadPolicy } from "../../../src/policy/file/load.ts";
import { NO_ANSWERS, versionKey } from "../../../src/protocol/approval.ts";
import { judgedChange } from "../../../src/workspace/change/judged-change.ts";
import { openRepository } from "../../../src/workspace/repository.ts";
import { createTrustedGit, type TrustedGit } from "../../../src/workspace/trusted-git.ts";
import { createRepository } from "../../doubles/repository.ts";

const LONG = Array.from({ length: 40 }, (_, line) => `line ${line}`).join("\n");
const FILES = {
  "src/a.txt": "a\n",
  "src/long.txt": `${LONG}\n`,
  "lib/long.txt": `${LONG}\nlib\n`,
  "lib/other.txt": `${LONG}\nother\n`,
  "deploy.sh": "echo\n",
  "src/place": "a file\n",
  "infra/a.yml": "a: 1\n",
  "src/art/.gitattributes": "*.psd filter=lfs diff=lfs merge=lfs -text\n",
  "src/art/logo.psd": "version https://git-lfs.github.com/spec/v1\n",
  "src/art/gone.psd": "version https://git-lfs.github.com/spec/v1\n",
  ".gitattributes": "*.key filter=git-crypt diff=git-crypt\nsrc/plain.key !filter\n*.ipynb filter=nbstripout\n",
  "src/a.key": "encrypted\n",
  "src/gone.key": "encrypted\n",
  "src/plain.key": "plain\n",
  "src/a.ipynb": "stripped\n",
};
const POLICY = `version: 1
default: defer
rules:
  - { id: edit, approve: { write: ["src/**"] } }
  - { id: infra, reject: { write: ["infra/**"] } }
sandbox: { minimum: none, unsealed: patterns }
`;

interface Case {
  readonly what: string;
  readonly change: (root: string) => void;
  /** `status path`, as git shows it. */
  readonly published: readonly string[];
  /** `path rule`, with `!` where no answer publishes it. */
  readonly left: readonly string[];
}

const write = (root: string, path: string, content: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
};

const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 3\n`;

const CASES: readonly Case[] = [
  {
    what: "files that Git LFS keeps are left to a person, unless they are pointers",
    change: (root) => {
      write(root, "src/art/logo.psd", "changed\n");
      write(root, "src/art/new.psd", "new\n");
      write(root, "src/art/pointer.psd", POINTER);
      write(root, "src/new.psd", "the rule of src/art does not reach here\n");
      rmSync(join(root, "src/art/gone.psd"));
    },
    published: ["deleted src/art/gone.psd", "added src/art/pointer.psd", "added src/new.psd"],
    left: ["src/art/logo.psd builtin:lfs!", "src/art/new.psd builtin:lfs!"],
  },
  {
    what: "files that a filter makes on commit are left to a person, but for their deletion and a link",
    change: (root) => {
      write(root, "src/a.key", "plain text\n");
      write(root, "src/deep/new.key", "new\n");
      write(root, "src/plain.key", "changed\n");
      rmSync(join(root, "src/gone.key"));
      symlinkSync("a.key", join(root, "src/link.key"));
    },
    published: ["deleted src/gone.key", "added src/link.key", "modified src/plain.key"],
    left: ["src/a.key builtin:filter!", "src/deep/new.key builtin:filter!"],
  },
  {
    what: "attributes that would switch the filter off are left out, and so is the file",
    change: (root) => {
      write(root, ".gitattributes", "");
      write(root, "src/a.key", "plain text\n");
      write(root, "src/a.txt", "b\n");
    },
    published: ["modified src/a.txt"],
    left: [".gitattributes builtin:only-people!", "src/a.key builtin:filter!"],
  },
  {
    what: "the policy that this run had, which lies elsewhere than usual",
    change: (root) => (write(root, "src/a.txt", "b\n"), write(root, "src/Policy.yml", "default: approve\n")),
    published: ["modified src/a.txt"],
    left: ["src/Policy.yml builtin:policy-file!"],
  },
  {
    what: "an allowed and a held file",
    change: (root) => (write(root, "src/a.txt", "b\n"), write(root, "package.json", "{}")),
    published: ["modified src/a.txt"],
    left: ["package.json default"],
  },
  {
    what: "a held file moved into the allowed folder: no half of it alone",
    change: (root) => renameSync(join(root, "lib/long.txt"), join(root, "src/moved.txt")),
    published: [],
    left: ["lib/long.txt default", "src/moved.txt default"],
  },
  {
    what: "an allowed file moved out and changed a little: it is not deleted meanwhile",
    change: (root) => (rmSync(join(root, "src/long.txt")), write(root, "moved.txt", `${LONG}\nmore\n`)),
    published: [],
    left: ["moved.txt default", "src/long.txt default"],
  },
  {
    what: "a move within the allowed folder",
    change: (root) => renameSync(join(root, "src/long.txt"), join(root, "src/moved.txt")),
    published: ["deleted src/long.txt", "added src/moved.txt"],
    left: [],
  },
  {
    what: "a mode alone",
    change: (root) => (chmodSync(join(root, "deploy.sh"), 0o755), chmodSync(join(root, "src/a.txt"), 0o755)),
    published: ["modified src/a.txt"],
    left: ["deploy.sh default"],
  },
  { what: "a deletion", change: (root) => rmSync(join(root, "deploy.sh")), published: [], left: ["deploy.sh default"] },
  {
    what: "a file that becomes a link out of the repository",
    change: (root) => (rmSync(join(root, "src/a.txt")), symlinkSync("/etc/passwd", join(root, "src/a.txt"))),
    published: [],
    left: ["src/a.txt builtin:unsafe-path!"],
  },
  {
    what: "the allowed folder in other letters",
    change: (root) => write(root, "SRC/b.txt", "b\n"),
    published: [],
    left: ["SRC/b.txt default"],
  },
  {
    what: "a rejected folder in other letters, for file systems that read them as the same",
    change: (root) => write(root, "INFRA/a.yml", "a: 2\n"),
    published: [],
    left: ["INFRA/a.yml infra!"],
  },
  {
    what: "a rejected file moved away: an answer publishes neither half",
    change: (root) => renameSync(join(root, "infra/a.yml"), join(root, "src/a.yml")),
    published: [],
    left: ["infra/a.yml infra!", "src/a.yml infra!"],
  },
  {
    what: "a file in whose place a folder comes",
    change: (root) => (rmSync(join(root, "src/place")), write(root, "src/place/new.txt", "n\n")),
    published: ["deleted src/place", "added src/place/new.txt"],
    left: [],
  },
  {
    what: "a held file in whose place a folder comes, in which a workflow-like file is nothing special",
    change: (root) => (rmSync(join(root, "deploy.sh")), write(root, "deploy.sh/.github/workflows/x.yml", "n\n")),
    published: [],
    left: ["deploy.sh default", "deploy.sh/.github/workflows/x.yml default"],
  },
];

async function scene(): Promise<
  { readonly root: string; readonly git: TrustedGit; readonly from: string } & Disposable
> {
  const { dir, [Symbol.dispose]: dispose } = createRepository({ files: FILES });
  const scratchDir = mkdtempSync(join(tmpdir(), "kimi-judged-"));
  const pathVar = process.env["PATH"] ?? "";
  const repository = await openRepository(dir, pathVar);
  const git = createTrustedGit({ repository, scratchDir, pathVar, clock: systemClock });
  const remove = (): void => (dispose(), rmSync(scratchDir, { recursive: true }));
  return { root: dir, git, from: repository.headTree, [Symbol.dispose]: remove };
}

const policy = await loadPolicy(POLICY, { file: "src/policy.yml" });

const ALL = { trees: [], asIs: new Set<string>() };

for (const { what, change, published, left } of CASES) {
  test(what, async () => {
    using here = await scene();
    change(here.root);
    const { from, git } = here;
    const heldBy = judgeChange(policy, "none", NO_ANSWERS);
    const judged = await judgedChange({ git: git.objects, from, to: await git.snapshot(), heldBy, filters: ALL });
    assert.deepEqual(
      (await git.changes(from, judged.tree)).map(({ status, path }) => `${status} ${path}`),
      published,
    );
    assert.deepEqual(
      judged.heldFiles.map(({ path, rule, isAnswerable }) => `${path} ${rule}${isAnswerable ? "" : "!"}`),
      left,
    );
  });
}

test("an approval holds for one version: another content or mode of the file is held again", async () => {
  using here = await scene();
  const { from, git, root } = here;
  const judged = async (approved: ReadonlySet<string>): Promise<readonly string[]> => {
    const heldBy = judgeChange(policy, "none", { ...NO_ANSWERS, approved });
    const change = await judgedChange({ git: git.objects, from, to: await git.snapshot(), heldBy, filters: ALL });
    return change.heldFiles.map(({ path }) => path);
  };
  write(root, "deploy.sh", "echo approved\n");
  const edits = await git.objects.edits(from, await git.snapshot());
  const approved = new Set(edits.map(versionKey));
  assert.deepEqual(await judged(approved), []);
  write(root, "deploy.sh", "echo changed again\n");
  assert.deepEqual(await judged(approved), ["deploy.sh"]);
  write(root, "deploy.sh", "echo approved\n");
  assert.deepEqual(await judged(approved), []);
  chmodSync(join(root, "deploy.sh"), 0o755);
  assert.deepEqual(await judged(approved), ["deploy.sh"]);
});

test("the policy lets the work tree's bytes through for one filter, and says for which files", async () => {
  using here = await scene();
  const { from, git, root } = here;
  write(root, "src/a.key", "plain text\n");
  write(root, "src/a.ipynb", "with output\n");
  write(root, "b.ipynb", "no rule approves it\n");
  write(root, ".gitattributes", "src/both.ipynb filter=git-crypt\n");
  write(root, "src/both.ipynb", "under one filter before and another one now\n");
  const heldBy = judgeChange(policy, "none", NO_ANSWERS);
  const filters = { trees: [], asIs: new Set(["nbstripout"]) };
  const judged = await judgedChange({ git: git.objects, from, to: await git.snapshot(), heldBy, filters });
  const file = "a file, or a copy of one, that the filter";
  const no = "makes on commit; no filter runs here, so a person has to commit it";
  assert.deepEqual(
    { unfiltered: judged.unfiltered, held: judged.heldFiles.map(({ path, reason }) => [path, reason]) },
    {
      unfiltered: [{ path: "src/a.ipynb", filters: ["nbstripout"] }],
      held: [
        [".gitattributes", "git attributes, which can start programs, which only a person may change"],
        ["b.ipynb", "no rule approves: write b.ipynb"],
        ["src/a.key", `${file} git-crypt ${no}`],
        ["src/both.ipynb", `${file} git-crypt ${no}`],
      ],
    },
  );
});

test("a file that was decrypted before the run is left out at other places too, with the other half of a move", async () => {
  using here = await scene();
  const { from, git, root } = here;
  write(root, "src/a.key", "plain text\n");
  write(root, "src/gone.key", "other plain text\n");
  write(root, "notes.txt", "made before\n");
  const before = await git.objects.edits(from, await git.snapshot());
  renameSync(join(root, "src/a.key"), join(root, "src/moved.txt"));
  write(root, "src/copy.txt", "other plain text\n");
  write(root, "src/notes.txt", "made before\n");
  const heldBy = judgeChange(policy, "none", NO_ANSWERS);
  const to = await git.snapshot();
  const filters = { trees: [], before, asIs: new Set<string>() };
  const { heldFiles } = await judgedChange({ git: git.objects, from, to, heldBy, filters });
  assert.deepEqual(
    heldFiles.map(({ path, rule, reason }) => [path, rule, reason?.slice(0, 40)]),
    [
      ["notes.txt", "default", "no rule approves: write notes.txt"],
      ["src/a.key", "builtin:filter", "it belongs together with src/moved.txt, "],
      ["src/copy.txt", "builtin:filter", "a file, or a copy of one, that the filte"],
      ["src/gone.key", "builtin:filter", "a file, or a copy of one, that the filte"],
      ["src/moved.txt", "builtin:filter", "a file, or a copy of one, that the filte"],
    ],
  );
});

/** Keys of no account. They are put together here, so that no search for secrets finds them in this file. */
const TOKEN = `ghp_${"a1B2c3D4e5F6g7H8i9J0".repeat(2)}`;
const AWS = `AKIAQ3EGRIYZ7T2MXW5K`;
const RSA = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEowIBAAKCAQEAx".repeat(4)}\n-----END RSA PRIVATE KEY-----\n`;

test("a file that brings what looks like a key waits for a person, with the line named; a key that was there does not", async () => {
  using here = await scene();
  const { git, root } = here;
  write(root, "src/old.txt", `token: ${TOKEN}\n`);
  const from = await git.snapshot();
  renameSync(join(root, "src/old.txt"), join(root, "src/moved.txt"));
  write(root, "src/big.txt", `${"x\n".repeat(3_000_000)}${AWS}\n`);
  write(root, "src/id.pem", `# a key\n\n${RSA}`);
  write(root, "src/example.txt", "AKIAIOSFODNN7EXAMPLE and ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n");
  write(root, "infra/b.yml", `${AWS}\n`);
  const to = await git.snapshot();
  const judged = async (approved: ReadonlySet<string> = new Set()) => {
    const heldBy = judgeChange(policy, "none", { ...NO_ANSWERS, approved });
    const { heldFiles } = await judgedChange({ git: git.objects, from, to, heldBy, filters: ALL });
    return heldFiles.map(({ path, rule, reason, isAnswerable }) => [path, rule, reason, isAnswerable]);
  };
  const reason = (line: number, kind: string): string =>
    `line ${line} has what looks like a secret (${kind}), which would become a part of the history`;
  const infra = ["infra/b.yml", "infra", undefined, false];
  assert.deepEqual(await judged(), [
    infra,
    ["src/big.txt", "builtin:key", reason(3_000_001, "AWS key"), true],
    ["src/id.pem", "builtin:key", reason(3, "private key"), true],
  ]);
  const edits = await git.objects.edits(from, to);
  assert.deepEqual(await judged(new Set(edits.map(versionKey))), [infra]);
});
