/** The hosts that set-up and tests download from: groups of the policy, and others by name. */

import { NETWORK_GROUPS } from "../base/network/network-entry.ts";
import { hostKinds, hostsOfManager } from "./command-kinds.ts";
import type { Host, Sourced } from "./findings.ts";
import { uniqueBy } from "./job-needs.ts";
import type { CiJob, ReadText } from "./workflow-file.ts";

/** The hosts of a kind that is no group of the policy. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  github: [
    "github.com",
    "codeload.github.com",
    "raw.githubusercontent.com",
    "objects.githubusercontent.com",
    "release-assets.githubusercontent.com",
  ],
  playwright: ["cdn.playwright.dev", "playwright.download.prss.microsoft.com"],
  cypress: ["download.cypress.io", "cdn.cypress.io"],
  conda: ["conda.anaconda.org", "prefix.dev"],
  hex: ["repo.hex.pm", "hex.pm", "builds.hex.pm"],
  jsr: ["jsr.io", "npm.jsr.io"],
  hackage: ["hackage.haskell.org"],
  terraform: ["registry.terraform.io", "releases.hashicorp.com"],
  rustup: ["static.rust-lang.org"],
  zig: ["ziglang.org"],
  clojars: ["repo.clojars.org"],
  pub: ["pub.dev"],
  opam: ["opam.ocaml.org"],
  julia: ["pkg.julialang.org", "us-east.pkg.julialang.org", "storage.julialang.net"],
  cran: ["cloud.r-project.org", "cran.r-project.org", "packagemanager.posit.co"],
};

/** A group of the policy by its name, or the hosts of a kind. Packages of apt come in a step of the workflow, outside of the cell. */
export function hostsOf(kind: string): { readonly isGroup: boolean; readonly names: readonly string[] } {
  if (kind === "apt") return { isGroup: false, names: [] };
  if (NETWORK_GROUPS.some((group) => group === kind)) return { isGroup: true, names: [kind] };
  return { isGroup: false, names: Object.hasOwn(KINDS, kind) ? (KINDS[kind] ?? []) : [kind] };
}

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** The kind of a URL's host: `github`, or its name. */
function kindOfUrl(url: string): string | undefined {
  const host = /^(?:git\+)?(?:https?|sparse\+https|ssh):\/\/(?:[^/@]*@)?([\w.-]+)/.exec(url)?.[1]?.toLowerCase();
  if (host === undefined || !HOST.test(host)) return undefined;
  if (/^(?:\w+\.)*archive\.ubuntu\.com$|(?:^|\.)deb\.debian\.org$/.test(host)) return "apt";
  if (host === "github.com" || host.endsWith(".githubusercontent.com") || host === "codeload.github.com")
    return "github";
  return host;
}

/** Where the repository's configuration says that packages are from. */
const CONFIGURED: readonly (readonly [path: string, pattern: RegExp])[] = [
  [".npmrc", /^(?:@[\w.-]+:)?registry\s*=\s*(\S+)/gm],
  [".yarnrc.yml", /npmRegistryServer:\s*["']?(\S+?)["']?\s*$/gm],
  ["bunfig.toml", /registry\s*=\s*"([^"]+)"/gm],
  ["pip.conf", /^(?:extra-)?index-url\s*=\s*(\S+)/gm],
  ["pyproject.toml", /^[ \t]*url[ \t]*=[ \t]*"(https:[^"]+)"/gm],
  ["settings.gradle", /\burl\s*[=(]?\s*(?:uri\()?["'](https:[^"']+)/gm],
  ["settings.gradle.kts", /\burl\s*[=(]?\s*(?:uri\()?["'](https:[^"']+)/gm],
  [".cargo/config.toml", /(?:index|registry)\s*=\s*"([^"]+)"/gm],
  ["NuGet.config", /value="(https:[^"]+)"/gm],
  ["NuGet.Config", /value="(https:[^"]+)"/gm],
  ["nuget.config", /value="(https:[^"]+)"/gm],
  [".gitmodules", /^[ \t]*url[ \t]*=[ \t]*(\S+)/gm],
];

const USUAL =
  /^(?:registry\.npmjs\.org|registry\.yarnpkg\.com|pypi\.org|files\.pythonhosted\.org|index\.crates\.io|static\.crates\.io|crates\.io|repo\.maven\.apache\.org|repo1\.maven\.org|plugins\.gradle\.org|services\.gradle\.org|rubygems\.org|api\.nuget\.org|repo\.packagist\.org|proxy\.golang\.org)$/;

function configuredHosts(read: ReadText): readonly Host[] {
  return CONFIGURED.flatMap(([path, pattern]) => {
    const text = read(path) ?? "";
    const isIndex = path !== "pyproject.toml" || /^\[\[tool\.(?:uv\.index|poetry\.source|pdm\.source)\]\]/m.test(text);
    return Array.from(isIndex ? text.matchAll(pattern) : [], ([, url = ""]): Host | undefined => {
      const kind = kindOfUrl(url);
      if (kind === undefined || USUAL.test(kind)) return undefined;
      const needsToken =
        path === ".npmrc" &&
        new RegExp(String.raw`${RegExp.escape(kind)}.*(?:_authToken|_password|_auth)\s*=`).test(text);
      return needsToken
        ? { kind, from: path, unusable: "it asks for a token, which the cell does not have" }
        : { kind, from: path };
    }).filter((host) => host !== undefined);
  });
}

interface HostsInput {
  readonly all: readonly Sourced[];
  readonly managers: readonly Sourced[];
  readonly jobs: readonly CiJob[];
  readonly read: ReadText;
}

/** The hosts of the commands and managers, of downloads in CI's scripts, and of the repository's configuration. */
export function neededHosts({ all, managers, jobs, read }: HostsInput): readonly Host[] {
  const fromCommands = all.flatMap(({ text, from }) => hostKinds(text).map((kind) => ({ kind, from })));
  const fromManagers = managers.flatMap(({ text, from }) => hostsOfManager(text).map((kind) => ({ kind, from })));
  const lines = jobs.flatMap(({ steps }) =>
    steps.flatMap(({ script = "", file, scriptLine }) =>
      Array.from(script.replaceAll("\\\n", "  ").split("\n"), (line, at) => ({
        line,
        from: `${file}:${scriptLine + at}`,
      })),
    ),
  );
  const fetched = lines
    .filter(({ line }) => /\b(?:curl|wget|git clone|apt-get|apt)\b/.test(line))
    .flatMap(({ line, from }) => {
      const urls = Array.from(line.matchAll(/https?:\/\/[^\s"']+/g), ([url]) => kindOfUrl(url) ?? []).flat();
      const apt = /\bapt(?:-get)?\b.* install\b/.test(line) ? ["apt"] : [];
      return [...urls, ...apt].map((kind): Host => ({ kind, from }));
    });
  return uniqueBy([...fromCommands, ...fromManagers, ...fetched, ...configuredHosts(read)], ({ kind }) => kind);
}
