/** Files that a person decides about: lock files, what CI and packages run, licences, deployment, and what is generated or vendored. */

import { LOCK_FILES } from "../base/lock-files.ts";
import { compileGlobs } from "../policy/path-glob.ts";
import { alternatives } from "../policy/words-pattern.ts";
import type { Files } from "./file-commands.ts";
import type { Sourced } from "./findings.ts";

const TERRAFORM_WRAPPERS = /id:\s*terraform_wrapper_module_for_each/;

/** `found` is for a glob that says too much, and `text` is what another file must say. */
type Row = readonly [glob: string, why: string, found?: RegExp, text?: readonly [path: string, pattern: RegExp]];

/** Globs of the policy with a reason; the braces are narrowed to what the repository has. */
const ROWS: readonly Row[] = [
  [`**/{${LOCK_FILES.join(",")},Manifest.toml}`, "lock file"],
  ["**/{LICENSE,LICENCE,COPYING,NOTICE,UNLICENSE}*", "licence"],
  ["**/SECURITY*", "security policy", /^(?:\.github\/|docs\/)?SECURITY[^/]*$/],
  ["**/CODEOWNERS", "owners"],
  [".devcontainer/**", "runs on people's machines"],
  [".devcontainer.json", "runs on people's machines"],
  ["{.gemini,.claude,.codex,.cursor,.opencode,.windsurf,.kilocode,.roo}/**", "instructs agents"],
  ["{GEMINI,CLAUDE,AGENTS}.md", "instructs agents"],
  ["{.husky,.githooks,githooks}/**", "git hooks"],
  ["{.circleci,.buildkite,.gitlab,.azure-pipelines,.ci,.woodpecker,.semaphore,.cirrus}/**", "CI"],
  ["{.travis.yml,appveyor.yml,.appveyor.yml,.gitlab-ci.yml,azure-pipelines.yml,Jenkinsfile}", "CI"],
  ["{.cirrus.yml,bitbucket-pipelines.yml,.drone.yml}", "CI"],
  ["{.pre-commit-config.yaml,.pre-commit-hooks.yaml,lefthook.yml,.lintstagedrc}", "runs before commits"],
  ["{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.cjs,bunfig.toml,pip.conf,.pypirc}", "where packages are from"],
  ["{NuGet.config,nuget.config,NuGet.Config}", "where packages are from"],
  [".yarn/{releases,plugins}/**", "runs at each command"],
  [".cargo/**", "runs at each build"],
  ["**/build.rs", "runs at each build"],
  ["{rust-toolchain,rust-toolchain.toml,global.json,.tool-versions,mise.toml}", "toolchain"],
  ["{.nvmrc,.python-version,.ruby-version}", "toolchain"],
  ["**/{gradlew,gradlew.bat,mvnw,mvnw.cmd}", "runs at each build"],
  ["{gradle,.mvn}/wrapper/**", "runs at each build"],
  ["{buildSrc,build-logic}/**", "runs at each build"],
  ["**/{Dockerfile,Containerfile}*", "image"],
  ["**/{docker-compose,compose}*.{yml,yaml}", "deployment"],
  ["{k8s,kubernetes,helm,charts,deploy,deployment,terraform,infra,ansible,manifests,kustomize}/**", "deployment"],
  ["{vercel.json,netlify.toml,fly.toml,render.yaml,app.yaml,Procfile,wrangler.toml,wrangler.jsonc}", "deployment"],
  ["{serverless.yml,firebase.json,now.json}", "deployment"],
  ["{.goreleaser*,.releaserc*,.release-it*,release.config.*,lerna.json,.changeset/config.json}", "releases"],
  ["{release-please-config.json,.release-please-manifest.json,cliff.toml,.bumpversion.cfg,release.toml}", "releases"],
  [".gitmodules", "where code of others is from"],
  ["gradle/verification-metadata.xml", "hashes of packages"],
  ["{renovate.json,renovate.json5,.renovaterc,.renovaterc.json}", "updates packages"],
  ["{action.yml,action.yaml}", "the action that others run"],
  ["**/versions.tf", "provider versions"],
  ["noxfile.py", "runs at each test"],
  [
    "**/{migrations,migrate}/**",
    "database",
    /\/?(?:migrations|migrate)\/[^/]+\.(?:sql|rb|py|js|ts|php|exs|cs|go|kt|java|xml)$/,
  ],
  ["{db,**/resources/db}/**", "database"],
  ["**/{_vendor,vendor,third_party,vendored}/**", "code of others"],
  [".licenses/**", "licences"],
  ["{deps,external,extern,thirdparty,3rdparty}/**", "code of others", /\//],
  ["build-project/**", "what builds the release", /\//],
  ["wrappers/**", "generated: .pre-commit-config.yaml", /\//, [".pre-commit-config.yaml", TERRAFORM_WRAPPERS]],
  ["CHANGELOG.md", "written by releases: .releaserc.json", /^/, [".releaserc.json", /semantic-release/]],
];

/** Output that is committed where an action runs it. */
const DIST = /^dist\/.*\.(?:js|cjs|mjs)$/;
/** Where test data and copies stand; a lock file there is not one of the repository. */
const ELSEWHERE = /(?:^|\/)(?:node_modules|testdata|fixtures?|__fixtures__|templates?|listings|playground)\//;

type Tree = Pick<Files, "paths" | "read">;

/** The globs that fit a file of the repository. */
export function protectedFiles({ paths, read }: Tree): readonly Sourced[] {
  const own = paths.filter((path) => !ELSEWHERE.test(path));
  const found = ROWS.flatMap(([glob, why, pattern = /^/, text]) => {
    if (text !== undefined && !text[1].test(read(text[0]) ?? "")) return [];
    const matches = compileGlobs([glob]);
    const fits = own.filter((path) => pattern.test(path) && matches(path));
    return narrowed(glob, fits).map((one): Sourced => ({ text: one, from: why }));
  });
  const isAction = own.some((path) => /^action\.ya?ml$/.test(path));
  const dist = isAction ? own.find((path) => DIST.test(path)) : undefined;
  const built = dist === undefined ? [] : [{ text: "dist/**", from: `built: ${dist}` }];
  return [...found, ...built, ...attributed({ paths: own, read }), ...generated({ paths: own, read })];
}

/** The glob once for each choice of its braces that fits a file; without `**` where it stands at the root only. */
function narrowed(glob: string, fits: readonly string[]): readonly string[] {
  return alternatives(glob).flatMap((one) => {
    const matches = compileGlobs([one]);
    const own = fits.filter((path) => matches(path));
    if (own.length === 0) return [];
    return [one.startsWith("**/") && own.every((path) => !path.includes("/")) ? one.slice(3) : one];
  });
}

/** Files that `.gitattributes` says are generated or of others. */
function attributed({ paths, read }: Tree): readonly Sourced[] {
  return (read(".gitattributes") ?? "").split("\n").flatMap((line, index): readonly Sourced[] => {
    const [, pattern = "", kind = ""] =
      /^((?:[\w./*@+-]|\[\w+\])+)\s(?:.*\s)?linguist-(generated|vendored)(?:=true)?(?:\s|$)/.exec(line) ?? [];
    if (pattern === "" || /\*\*.*\*\*|^\*+$/.test(pattern)) return [];
    const path = pattern
      .replace(/^\//, "")
      .replaceAll(/\[(\w+)\]/g, (_, choices: string) =>
        choices.length === 1 ? choices : `{${choices.split("").join(",")}}`,
      );
    const isAnywhere = !pattern.slice(0, -1).includes("/");
    const text = `${isAnywhere ? "**/" : ""}${path}${paths.some((one) => one.startsWith(`${path}/`)) ? "/**" : ""}`;
    return [{ text, from: `${kind}: .gitattributes:${index + 1}` }];
  });
}

/** Sources that a Makefile makes. */
function generated({ paths, read }: Tree): readonly Sourced[] {
  const made = (read("src/Makefile") ?? "").matchAll(/^([\w.-]+\.(?:def|h|c)):/gm);
  return Array.from(made, ([, name = ""]) => `src/${name}`)
    .filter((path) => paths.includes(path))
    .map((text) => ({ text, from: "generated: src/Makefile" }));
}
