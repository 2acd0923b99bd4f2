/**
 * Repositories that try to run a program when git looks at them. Each is built at test time from a clone; `strike` is a script
 * that leaves a marker. The list is that of every place where git takes the name of a program from a repository.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gitIn, type TemporaryRepository } from "../doubles/repository.ts";

interface Plan {
  readonly repository: TemporaryRepository;
  /** Absolute path of the script; it copies its input to its output. */
  readonly strike: string;
}

export interface Vector {
  readonly name: string;
  readonly build: (plan: Plan) => void;
  /** What a careless git does to spring it; run in the repository, or in `in` below it. Shows that the trap is one. */
  readonly careless: readonly (readonly string[])[];
  readonly in?: string;
}

const config = ({ repository, strike }: Plan, ...names: readonly string[]): void => {
  for (const name of names) repository.git("config", name, strike);
};
const HOOKS = [
  "applypatch-msg",
  "commit-msg",
  "fsmonitor-watchman",
  "post-checkout",
  "post-commit",
  "post-index-change",
  "pre-auto-gc",
  "pre-commit",
  "pre-push",
  "prepare-commit-msg",
  "reference-transaction",
];
const hooks = ({ repository, strike }: Plan, folder: string): void => {
  for (const name of HOOKS) repository.write(`${folder}/${name}`, readFileSync(strike), 0o755);
};
const COMMIT = ["commit", "-qam", "x"];
const LOOK = [["status"], ["add", "-A"], ["diff", "HEAD"]] as const;

/** A bare repository in the work tree, with a configuration of its own. */
function plantBare({ repository, strike }: Plan, at: string): void {
  const bare = join(repository.dir, at);
  gitIn(repository.dir, ["init", "-q", "--bare", bare]);
  gitIn(bare, ["config", "core.fsmonitor", strike]);
  gitIn(bare, ["config", "core.bare", "false"]);
  gitIn(bare, ["config", "core.worktree", repository.dir]);
}

export const VECTORS: readonly Vector[] = [
  { name: "core.fsmonitor", build: (plan) => config(plan, "core.fsmonitor"), careless: LOOK },
  {
    name: "hooks in .git/hooks",
    build: (plan) => hooks(plan, ".git/hooks"),
    careless: [["add", "-A"], COMMIT],
  },
  {
    name: "core.hooksPath in the work tree",
    build: (plan) => {
      hooks(plan, "tools/hooks");
      plan.repository.git("config", "core.hooksPath", "tools/hooks");
    },
    careless: [["add", "-A"], COMMIT],
  },
  {
    name: "filter drivers",
    build: (plan) => {
      config(plan, "filter.evil.clean", "filter.evil.smudge");
      plan.repository.write(".gitattributes", "* filter=evil\n");
    },
    careless: LOOK,
  },
  {
    name: "a filter process, by .git/info/attributes",
    build: (plan) => {
      config(plan, "filter.evil.process", "filter.lfs.process");
      plan.repository.write(".git/info/attributes", "* filter=evil\n");
      plan.repository.write(".gitattributes", "* filter=lfs\n");
    },
    careless: LOOK,
  },
  {
    name: "textconv",
    build: (plan) => {
      config(plan, "diff.evil.textconv");
      plan.repository.write(".gitattributes", "* diff=evil\n");
    },
    careless: LOOK,
  },
  {
    name: "external diff and merge drivers",
    build: (plan) => {
      config(plan, "diff.external", "diff.evil.command", "merge.evil.driver", "merge.default");
      plan.repository.write(".gitattributes", "* diff=evil merge=evil\n");
    },
    careless: LOOK,
  },
  {
    name: "ssh, proxies and askpass",
    build: (plan) => {
      config(plan, "core.sshCommand", "core.gitProxy", "core.askPass", "ssh.variant");
      plan.repository.git("config", "remote.origin.url", "ssh://example.invalid/r");
    },
    careless: [["fetch", "origin"]],
  },
  {
    name: "credential helpers",
    build: (plan) => {
      plan.repository.git("config", "credential.helper", `!${plan.strike}`);
      plan.repository.git("config", "credential.useHttpPath", "true");
    },
    careless: [["push", "origin", "HEAD:refs/heads/x"]],
  },
  {
    name: "addresses that become commands",
    build: (plan) => {
      plan.repository.git("config", "protocol.ext.allow", "always");
      plan.repository.git("config", "protocol.allow", "always");
      for (const scheme of ["http://", "https://", "file://", "/"]) {
        plan.repository.git("config", "--add", `url.ext::${plan.strike} .insteadOf`, scheme);
        plan.repository.git("config", "--add", `url.ext::${plan.strike} .pushInsteadOf`, scheme);
      }
    },
    careless: [["fetch", "http://example.invalid/r"]],
  },
  {
    name: "programs at the other end",
    build: (plan) => {
      config(plan, "remote.origin.uploadpack", "remote.origin.receivepack", "uploadpack.packObjectsHook");
      config(plan, "core.alternateRefsCommand", "remote.origin.vcs");
      plan.repository.git("config", "--unset", "remote.origin.vcs");
      plan.repository.git("config", "remote.origin.url", ".");
    },
    careless: [["fetch", "origin"]],
  },
  {
    name: "a promisor that is asked for what is missing",
    build: (plan) => {
      config(plan, "core.sshCommand");
      for (const [key, value] of [
        ["core.repositoryFormatVersion", "1"],
        ["extensions.partialClone", "origin"],
        ["remote.origin.promisor", "true"],
        ["remote.origin.url", "ssh://example.invalid/r"],
      ] as const)
        plan.repository.git("config", key, value);
    },
    careless: [["cat-file", "-e", "1234567890123456789012345678901234567890"]],
  },
  {
    name: "pagers, editors, signatures, aliases",
    build: (plan) => {
      config(plan, "core.pager", "pager.diff", "pager.status", "core.editor", "sequence.editor", "gpg.program");
      config(plan, "gpg.ssh.program", "interactive.diffFilter", "trailer.x.command", "browser.x.cmd");
      for (const name of ["commit.gpgSign", "tag.gpgSign", "push.gpgSign", "log.showSignature"])
        plan.repository.git("config", name, "true");
      for (const name of ["diff-tree", "write-tree", "read-tree", "cat-file"])
        plan.repository.git("config", `alias.${name}`, `!${plan.strike}`);
    },
    careless: [COMMIT],
  },
  {
    name: "configuration that is included",
    build: (plan) => {
      plan.repository.write("tools/gitconfig", `[core]\n\tfsmonitor = ${plan.strike}\n`);
      plan.repository.git("config", "include.path", "../tools/gitconfig");
      plan.repository.git("config", "extensions.worktreeConfig", "true");
      plan.repository.write(".git/config.worktree", `[core]\n\tfsmonitor = ${plan.strike}\n`);
    },
    careless: LOOK,
  },
  {
    name: "a bare repository in the work tree",
    build: (plan) => {
      plantBare(plan, "docs");
      plan.repository.write("docs/README.md", "x\n");
    },
    careless: [["status"]],
    in: "docs",
  },
  {
    name: "a .git file that points elsewhere",
    build: (plan) => {
      plantBare(plan, "tools/store");
      plan.repository.write("lib/.git", `gitdir: ${join(plan.repository.dir, "tools/store")}\n`);
      plan.repository.write("lib/x.txt", "x\n");
    },
    careless: [["status"]],
    in: "lib",
  },
  {
    name: "a submodule",
    build: (plan) => {
      const inner = join(plan.repository.dir, "module");
      mkdirSync(inner);
      gitIn(inner, ["init", "-q"]);
      gitIn(inner, ["commit", "-q", "--allow-empty", "-m", "inner"]);
      const id = gitIn(inner, ["rev-parse", "HEAD"]);
      plan.repository.git("update-index", "--add", "--cacheinfo", `160000,${id},module`);
      gitIn(inner, ["config", "core.fsmonitor", plan.strike]);
      plan.repository.write(".gitmodules", '[submodule "m"]\n\tpath = module\n\turl = ./module\n\tupdate = none\n');
      plan.repository.git("config", "submodule.m.url", inner);
      plan.repository.git("config", "submodule.m.update", `!${plan.strike}`);
      plan.repository.git("config", "submodule.recurse", "true");
      writeFileSync(join(inner, "x.txt"), "x\n");
    },
    careless: [["status"]],
  },
];
