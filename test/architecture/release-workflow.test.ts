/** release.yml: the rights of its jobs, and each script run alone, in bash as GitHub starts it, with `npm` and `gh` that record their arguments. */

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { parse } from "yaml";
import { REPOSITORY } from "../../src/base/version.ts";
import { releaseFacts } from "../../scripts/release-facts.ts";
import { without } from "../doubles/missing.ts";
import { createScratch } from "../doubles/scratch.ts";

interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string;
  readonly environment?: string;
  readonly permissions: object;
  readonly steps: readonly Step[];
}

const { permissions, defaults, jobs } = parse(readFileSync(".github/workflows/release.yml", "utf8")) as {
  readonly permissions: object;
  readonly defaults: object;
  readonly jobs: { readonly build: Job; readonly publish: Job; readonly image: Job };
};
const { build, publish, image } = jobs;

test("the job that runs packages of others has no rights; the other runs none, behind an environment", () => {
  assert.deepEqual(
    [permissions, build.permissions, publish.permissions, publish.needs, publish.environment],
    [{}, { contents: "read" }, { contents: "write", "id-token": "write", attestations: "write" }, "build", "release"],
  );
  assert.deepEqual(
    [image.needs, image.permissions],
    ["publish", { contents: "read", packages: "write", "id-token": "write", attestations: "write" }],
  );
  assert.deepEqual(defaults, { run: { shell: "bash" } }); // with it a failure in a pipe ends the step
  const text = JSON.stringify(publish);
  assert.doesNotMatch(text, /npm ci|npm install|secrets\.|actions\/cache|needs\./);
  for (const { steps } of [build, publish, image]) {
    const actions = steps.filter(({ uses }) => uses !== undefined);
    assert.deepEqual(
      actions.filter(({ uses = "" }) => !/^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses)),
      [],
    );
    assert.deepEqual(
      actions.slice(0, 2).map((step) => step.with),
      [{ "persist-credentials": false }, { "node-version": 24, "package-manager-cache": false }],
    );
    // A script gets values through its environment, so that none of them is read as a command.
    assert.deepEqual(
      steps.filter(({ run = "" }) => run.includes("${{")),
      [],
    );
  }
});

test("a release is of the version at the top of the changelog, and of this repository's main", () => {
  const packageJson = JSON.stringify({ version: "1.2.0", repository: { url: "git+https://github.com/a/b.git" } });
  const fits = {
    changelog: "# Changelog\n\n## 1.2.0\n\nNew\n\n- x\n\n### y\n\n## 1.1.0\n\n- old\n",
    packageJson,
    repository: "a/b",
    ref: "refs/heads/main",
  };
  assert.deepEqual(releaseFacts(fits), { version: "1.2.0", notes: "New\n\n- x\n\n### y\n" });
  assert.equal(releaseFacts({ ...fits, changelog: "## 1.2.0\n\n- first\n" }).notes, "- first\n");
  const refused: readonly (readonly [object, RegExp])[] = [
    [{ changelog: "# Changelog\n" }, /begins with ""/],
    [{ changelog: "## Next\n\n- x\n" }, /begins with "Next"; write a version/],
    [{ changelog: "## 1.3.0\n\n- x\n" }, /begins with 1\.3\.0, and package\.json has 1\.2\.0/],
    [{ changelog: "## 1.2.0\n\n## 1.1.0\n\n- x\n" }, /says nothing about 1\.2\.0/],
    [{ repository: "c/d" }, /names a\/b, and this is c\/d/],
    [{ ref: "refs/heads/topic" }, /refs\/heads\/topic; a release is made from/],
  ];
  for (const [change, message] of refused) assert.throws(() => releaseFacts({ ...fits, ...change }), message);
});

/** Records its arguments, answers from the folder STATE, and applies `--jq` as gh does. */
const GH = `#!/bin/bash
echo "gh $*" >> "$STATE/calls"
filter=. ; for one; do [ "$before" = --jq ] && filter=$one; before=$one; done
case "$*" in
  *git/trees*) cat > "$STATE/tree.json"; answer='{"sha":"new-tree"}' ;;
  *"POST"*git/commits*) answer='{"sha":"new-commit"}' ;;
  *git/commits/*) answer="{\\"tree\\":{\\"sha\\":\\"$(cat "$STATE/tree-of-tag")\\"}}" ;;
  *matching-refs*) answer=$(cat "$STATE/refs" 2>/dev/null || echo '[]') ;;
  "release view"*) [ -e "$STATE/released" ]; exit ;;
  *) exit 0 ;;
esac
jq -r "$filter" <<< "$answer"
`;
const NPM = `#!/bin/bash
echo "npm $*" >> "$STATE/calls"
case "$1" in
  pack) echo packed > "$4/kimi-runner-0.1.0.tgz"; echo kimi-runner-0.1.0.tgz ;;
  view) cat "$STATE/on-npm" 2>/dev/null ;;
esac
`;
/** A digest where the image is there; a build keeps its context and writes its metadata file. */
const DOCKER = `#!/bin/bash
echo "docker $*" >> "$STATE/calls"
case "$*" in
  login*) cat > "$STATE/password" ;;
  *inspect*) cat "$STATE/on-ghcr" 2>/dev/null || exit 1 ;;
  "buildx build"*)
    for one; do [ "$before" = --metadata-file ] && echo '{"containerimage.digest":"sha256:abc"}' > "$one"; before=$one; done
    tar --list --file - | grep -v '/.' > "$STATE/context" ;;
esac
`;
const USED = ["LICENSE", "README.md", "action.yml", "dist/main.js", "package.json", "schema/policy.schema.json"];

/** A checkout of a release with the programs that record, and what a run of all scripts of a job came to. */
function createRelease() {
  const scratch = createScratch();
  const at = (path: string): string => join(scratch.dir, path);
  const write = (path: string, text: string, mode = 0o644): void => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text, { mode });
  };
  for (const path of [
    "package.json",
    "scripts/release-facts.ts",
    "scripts/written-facts.ts",
    "scripts/package.ts",
    "scripts/action-pins.ts",
    "Containerfile",
  ])
    cpSync(path, at(`checkout/${path}`), { recursive: true });
  for (const path of USED) if (!existsSync(at(`checkout/${path}`))) write(`checkout/${path}`, `${path}\n`);
  write("checkout/CHANGELOG.md", "# Changelog\n\n## 0.1.0\n\n- A first version.\n");
  write("checkout/.ci/run", 'echo "the gate" >> "$STATE/calls"\n');
  write("bin/gh", GH, 0o755);
  write("bin/npm", NPM, 0o755);
  write("bin/docker", DOCKER, 0o755);
  write("bin/sudo", '#!/bin/sh\necho "sudo $*" >> "$STATE/calls"\n[ "$1" != tee ] || cat > "$STATE/profile"\n', 0o755);
  write("state/calls", "");
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
      cwd: at("checkout"),
      encoding: "utf8",
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "all");
  const env = {
    PATH: `${at("bin")}:${dirname(process.execPath)}:${process.env["PATH"]}`,
    STATE: at("state"),
    HOME: at("home"),
    GITHUB_REPOSITORY: REPOSITORY,
    GITHUB_REF: "refs/heads/main",
    GITHUB_SHA: git("rev-parse", "HEAD"),
    GITHUB_OUTPUT: at("output"),
    GITHUB_ACTOR: "octo",
  };
  /** Starts each script with the outputs of those before; the words of the first that fails, or nothing. */
  const run = ({ steps }: Job): string => {
    const outputs = new Map<string, string>();
    const runnerTemp = at(`temp-${process.hrtime.bigint()}`);
    mkdirSync(runnerTemp);
    for (const { id = "", run: script, env: own = {} } of steps) {
      if (script === undefined) continue;
      write("output", "");
      write("script.sh", script);
      const values = Object.entries(own).map(([name, value]) => [
        name,
        value.replace(
          /\$\{\{ steps\.(\w+)\.outputs\.(\w+) \}\}/,
          (_, step: string, output: string) => outputs.get(`${step}.${output}`) ?? "missing",
        ),
      ]);
      const args = ["--noprofile", "--norc", "-eo", "pipefail", at("script.sh")];
      const end = spawnSync("bash", args, {
        cwd: at("checkout"),
        env: { ...env, RUNNER_TEMP: runnerTemp, ...(Object.fromEntries(values) as object) },
        encoding: "utf8",
      });
      if (end.status !== 0) return `${end.stdout}${end.stderr}`;
      for (const line of readFileSync(at("output"), "utf8").split("\n").filter(Boolean))
        outputs.set(`${id}.${line.split("=")[0]}`, line.slice(line.indexOf("=") + 1));
    }
    return "";
  };
  /** The recorded commands since the last call, with the places of this machine by their names. */
  const calls = (): readonly string[] => {
    const text = readFileSync(at("state/calls"), "utf8").trim();
    write("state/calls", "");
    return text
      .replaceAll(/\S*\/temp-\d+/g, "<temp>")
      .replaceAll(env.GITHUB_SHA, "<source>")
      .replaceAll(`repos/${REPOSITORY}/git`, "<git>")
      .split("\n");
  };
  return { at, calls, git, run, write, [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

const filter = (tag: string): string => `--jq .[] | select(.ref == "refs/tags/${tag}") | .object.sha`;
const TREE = "gh api --method POST <git>/trees --input - --jq .sha";
const PACK = "npm pack --silent --pack-destination <temp>/release";
const CREATE =
  "gh release create v0.1.0 --draft --verify-tag --title v0.1.0 --notes-file <temp>/notes.md <temp>/release/kimi-runner-0.1.0.tgz";

test("the scripts ask for what a release is, and again only for what is missing", { skip: without("jq") }, () => {
  using release = createRelease();
  const { at, calls, git, run, write } = release;
  assert.equal(run(build), "");
  assert.deepEqual(calls(), [
    "sudo tee /etc/apparmor.d/bwrap",
    "sudo apparmor_parser -r /etc/apparmor.d/bwrap",
    "the gate",
  ]);
  assert.match(readFileSync(at("state/profile"), "utf8"), /^profile bwrap .*\{\n {2}userns,\n\}$/m);

  assert.equal(run(publish), "");
  assert.deepEqual(calls(), [
    PACK,
    TREE,
    `gh api <git>/matching-refs/tags/v0.1.0 ${filter("v0.1.0")}`,
    "gh api --method POST <git>/commits -f message=kimi-runner 0.1.0, from <source> -f tree=new-tree --jq .sha",
    "gh api --silent --method POST <git>/refs -f ref=refs/tags/v0.1.0 -f sha=new-commit",
    "gh release view v0.1.0",
    CREATE,
    `gh api <git>/matching-refs/tags/v0 ${filter("v0")}`,
    "gh api --silent --method POST <git>/refs -f ref=refs/tags/v0 -f sha=new-commit",
    "npm view kimi-runner@0.1.0 version",
    "npm publish <temp>/release/kimi-runner-0.1.0.tgz --provenance --access public",
  ]);
  const tops = ["LICENSE", "README.md", "action.yml", "dist", "package.json", "schema"];
  assert.deepEqual(JSON.parse(readFileSync(at("state/tree.json"), "utf8")), {
    tree: tops.map((path) => {
      const type = path === "dist" || path === "schema" ? "tree" : "blob";
      return { mode: type === "tree" ? "040000" : "100644", type, sha: git("rev-parse", `HEAD:${path}`), path };
    }),
  });

  // The job again, after npm took the package: the tag has these files, and `v0` is behind. A longer tag is another one.
  const tag = (name: string, sha: string): object => ({ ref: `refs/tags/${name}`, object: { sha } });
  write("state/refs", JSON.stringify([tag("v0", "old"), tag("v0.1.0", "tagged"), tag("v0.1.0-rc", "other")]));
  write("state/tree-of-tag", "new-tree");
  write("state/released", "");
  write("state/on-npm", "0.1.0\n");
  assert.equal(run(publish), "");
  assert.deepEqual(calls(), [
    PACK,
    TREE,
    `gh api <git>/matching-refs/tags/v0.1.0 ${filter("v0.1.0")}`,
    "gh api <git>/commits/tagged --jq .tree.sha",
    "gh release view v0.1.0",
    `gh api <git>/matching-refs/tags/v0 ${filter("v0")}`,
    "gh api --silent --method PATCH <git>/refs/tags/v0 -f sha=tagged -F force=true",
    "npm view kimi-runner@0.1.0 version",
  ]);

  write("state/tree-of-tag", "another-tree");
  assert.match(run(publish), /^::error::The tag v0\.1\.0 has other files\. Write a higher version/);
  assert.equal(calls().at(-1), "gh api <git>/commits/tagged --jq .tree.sha");

  assert.equal(run(image), "");
  const name = `ghcr.io/${REPOSITORY}`;
  const inspect = `docker buildx imagetools inspect ${name}:0.1.0 --format {{.Manifest.Digest}}`;
  const labels = [`source=https://github.com/${REPOSITORY}`, "revision=<source>", "version=0.1.0", "licenses=MIT"].map(
    (one) => `--label org.opencontainers.image.${one}`,
  );
  assert.deepEqual(calls(), [
    "docker login ghcr.io --username octo --password-stdin",
    inspect,
    "docker buildx create --use",
    `docker buildx build --file Containerfile --sbom=true --provenance=mode=max ${labels.join(" ")} --tag ${name}:0.1.0 --tag ${name}:0 --metadata-file <temp>/image.json --push -`,
  ]);
  const context = readFileSync(at("state/context"), "utf8").trim().split("\n");
  assert.deepEqual(context, ["Containerfile", "LICENSE", "README.md", "dist/", "package.json", "schema/"]);
  const copied = [...readFileSync("Containerfile", "utf8").matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  assert.deepEqual(
    copied.toSorted(),
    context
      .slice(1)
      .map((path) => path.replace("/", ""))
      .toSorted(),
  );
  assert.match(readFileSync(at("output"), "utf8"), /^name=\S+\ndigest=sha256:abc\n$/);

  // Again: the image of this version is there.
  write("state/on-ghcr", "sha256:old\n");
  assert.equal(run(image), "");
  assert.deepEqual(calls(), ["docker login ghcr.io --username octo --password-stdin", inspect]);
  assert.match(readFileSync(at("output"), "utf8"), /^name=\S+\ndigest=sha256:old\n$/);
});
