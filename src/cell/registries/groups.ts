/** The groups of `sandbox.network` on a machine: their hosts, and what tools in the cell need to use the same ones. */

import {
  type ListedHost,
  type NetworkEntry,
  type NetworkGroup,
  parseNetworkEntry,
} from "../../base/network/network-entry.ts";
import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, type RegistrySettings, usualSettings } from "./registry-settings.ts";
import { PROXY_PORT } from "../process/network-variables.ts";
import { mavenFile, type MavenMirror } from "./java-files.ts";

const SETTINGS: Readonly<Record<NetworkGroup, (machine: Machine) => RegistrySettings>> = {
  npm: npmSettings,
  pypi: pypiSettings,
  crates: cratesSettings,
  go: goSettings,
  maven: mavenSettings,
  gradle: gradleSettings,
  rubygems: rubygemsSettings,
  nuget: nugetSettings,
  packagist: () => usualSettings(PUBLIC_HOSTS.packagist),
};

/** A group and the hosts that it stands for here. */
export interface ResolvedGroup extends RegistrySettings {
  readonly group: NetworkGroup;
}

export interface ResolvedNetwork {
  /** The hosts of groups first: an entry for a host itself counts in place of a group's. */
  readonly hosts: readonly ListedHost[];
  readonly groups: readonly ResolvedGroup[];
}

/** Resolves what a policy lists. Entries that are not valid are left out. */
export function resolveNetwork(entries: readonly NetworkEntry[], machine: Machine): ResolvedNetwork {
  const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  const groups: ResolvedGroup[] = [];
  const hosts: ListedHost[] = [];
  for (const entry of listed) {
    if (entry.kind !== "group") continue;
    const settings = SETTINGS[entry.group](machine);
    const unique = [...new Set(settings.hosts)];
    groups.push({ ...settings, hosts: unique, group: entry.group });
    for (const host of unique) {
      const read = parseNetworkEntry(host);
      if (read?.kind === "host") hosts.push({ ...read, ranges: entry.ranges, group: entry.group });
    }
  }
  return { hosts: [...hosts, ...listed.flatMap((entry) => (entry.kind === "host" ? [entry] : []))], groups };
}

/** `npm: registry.npmjs.org, registry.yarnpkg.com`, followed by the problems. */
export function groupText({ group, hosts, problems }: ResolvedGroup): string {
  return [`${group}: ${hosts.join(", ")}`, ...problems].join("; ");
}

const SYSTEM_FILES = ["/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc"];

export function npmSettings({ env, read }: Machine): RegistrySettings {
  const texts = [read(env["NPM_CONFIG_USERCONFIG"] ?? env["npm_config_userconfig"] ?? ".npmrc")];
  for (const path of SYSTEM_FILES) texts.push(read(path));
  const ofNpm =
    env["npm_config_registry"] ??
    env["NPM_CONFIG_REGISTRY"] ??
    texts.map((text) => iniValue(text, "registry")).find((value) => value !== undefined);
  const ofYarn =
    env["YARN_NPM_REGISTRY_SERVER"] ?? /^npmRegistryServer:\s*["']?([^"'\s]+)/m.exec(read(".yarnrc.yml"))?.[1];
  const scopes = texts.flatMap((text) =>
    [...text.matchAll(/^\s*(@[\w.~-]+):registry\s*=\s*(\S+)/gm)].map(([, scope = "", url = ""]) => ({ scope, url })),
  );
  const { registries, problems } = registriesIn([ofNpm, ofYarn, ...scopes.map(({ url }) => url)]);
  const main = registryIn(ofNpm)?.url;
  const yarn = registryIn(ofYarn)?.url ?? main;
  const lines = scopes.flatMap(({ scope, url }) => {
    const registry = registryIn(url);
    return registry === undefined ? [] : [`${scope}:registry=${registry.url}\n`];
  });
  return {
    hosts: [...(main === undefined ? PUBLIC_HOSTS.npm : []), ...registries.map(({ host }) => host)],
    problems,
    env: {
      ...(main === undefined ? {} : { npm_config_registry: main, YARN_REGISTRY: main }),
      ...(yarn === undefined ? {} : { YARN_NPM_REGISTRY_SERVER: yarn }),
    },
    files: lines.length === 0 ? [] : [{ folder: "", name: ".npmrc", text: lines.join("") }],
  };
}

const PIP_FILES = [".config/pip/pip.conf", ".pip/pip.conf", "/etc/pip.conf"];

export function pypiSettings({ env, read }: Machine): RegistrySettings {
  const files = [env["PIP_CONFIG_FILE"], ...PIP_FILES].flatMap((path) => (path === undefined ? [] : [read(path)]));
  const inPip = (key: string): string | undefined =>
    files.map((text) => iniValue(text, key)).find((value) => value !== undefined);
  const uv = read(".config/uv/uv.toml");
  const index = [
    env["PIP_INDEX_URL"] ?? inPip("index-url"),
    env["UV_DEFAULT_INDEX"] ?? env["UV_INDEX_URL"] ?? iniValue(uv, "index-url"),
  ].find((value) => value !== undefined);
  const extra = [
    ...words(env["PIP_EXTRA_INDEX_URL"] ?? inPip("extra-index-url")),
    ...words(env["UV_INDEX"] ?? env["UV_EXTRA_INDEX_URL"]).map((word) => word.replace(/^[\w.-]+=/, "")),
  ];
  const { registries, problems } = registriesIn([index, ...extra]);
  const main = registryIn(index);
  const others = registriesIn(extra).registries.map(({ url }) => url);
  // The public index has its files on another host.
  const isPublic = main === undefined || main.host === PUBLIC_HOSTS.pypi[0];
  return {
    hosts: [...(isPublic ? PUBLIC_HOSTS.pypi : []), ...registries.map(({ host }) => host)],
    problems,
    env: {
      ...(main === undefined ? {} : { PIP_INDEX_URL: main.url, UV_DEFAULT_INDEX: main.url }),
      ...(others.length === 0 ? {} : { PIP_EXTRA_INDEX_URL: others.join(" "), UV_INDEX: others.join(" ") }),
    },
    files: [],
  };
}

function words(text = ""): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

interface Table {
  /** `source.mirror` */
  readonly name: string;
  readonly text: string;
}

export function cratesSettings({ env, read }: Machine): RegistrySettings {
  const folder = env["CARGO_HOME"] ?? ".cargo";
  const tables = tablesOf(read(`${folder}/config.toml`) || read(`${folder}/config`));
  const valueOf = (table: string, key: string): string | undefined =>
    tables
      .filter(({ name }) => name === table)
      .map(({ text }) => iniValue(text, key))
      .find((value) => value !== undefined);
  const replaced = valueOf("source.crates-io", "replace-with");
  const mirror = replaced === undefined ? undefined : valueOf(`source.${replaced}`, "registry");
  const own = tables.flatMap(({ name, text }) => {
    const index = iniValue(text, "index");
    return name.startsWith("registries.") && index !== undefined ? [{ name, index }] : [];
  });
  const { registries, problems } = registriesIn([mirror, ...own.map(({ index }) => index)]);
  const main = registryIn(mirror);
  const toml = [
    ...(main === undefined || mirror === undefined
      ? []
      : [
          `[source.crates-io]\nreplace-with = "mirror"\n[source.mirror]\nregistry = "${schemeOf(mirror)}${main.url}"\n`,
        ]),
    ...own.flatMap(({ name, index }) => {
      const registry = registryIn(index);
      return registry === undefined ? [] : [`[${name}]\nindex = "${schemeOf(index)}${registry.url}"\n`];
    }),
  ];
  return {
    hosts: [...(main === undefined ? PUBLIC_HOSTS.crates : []), ...registries.map(({ host }) => host)],
    problems,
    env: {},
    files:
      toml.length === 0 ? [] : [{ variable: "CARGO_HOME", folder: ".cargo", name: "config.toml", text: toml.join("") }],
  };
}

function schemeOf(url: string): string {
  return /^(?:sparse|registry)\+/.exec(url)?.[0] ?? "";
}

/** The tables of a TOML file, with their lines as text. Names are bare or quoted words, as cargo's documentation writes them. */
function tablesOf(text: string): readonly Table[] {
  return text.split(/^\s*(?=\[)/m).flatMap((part) => {
    const [head, name = ""] = /^\[([\w.-]+)\][^\n]*/.exec(part) ?? [];
    return head === undefined ? [] : [{ name, text: part.slice(head.length).replace(/\s+#.*$/gm, "") }];
  });
}

const [PROXY = "", CHECKSUMS = ""] = PUBLIC_HOSTS.go;
/** Variables that say which modules come from where. They hold no credentials. */
const PASSED = ["GONOPROXY", "GONOSUMDB", "GOPRIVATE"];

export function goSettings({ env, read }: Machine): RegistrySettings {
  const file = read(env["GOENV"] ?? ".config/go/env");
  const valueOf = (name: string): string | undefined => env[name] || iniValue(file, name);
  const proxy = valueOf("GOPROXY");
  const database = valueOf("GOSUMDB");
  // `sum.golang.org`, or a name with a key and an address.
  const databaseUrl = database?.split(/\s+/)[1];
  const { registries, problems } = registriesIn([...(proxy?.split(/[,|]/) ?? []), databaseUrl]);
  const passed = PASSED.flatMap((name) => {
    const value = valueOf(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const checksums = database === "off" || databaseUrl !== undefined ? [] : [CHECKSUMS];
  if (registries.length === 0 && passed.length === 0) return { ...usualSettings([PROXY, ...checksums]), problems };
  // The separators stay, because after `|` go asks the next proxy at any error, and after `,` only where a module is not found.
  const cleaned = proxy?.replace(/[^,|]+/g, (part) => registryIn(part)?.url ?? part.replace(/\/\/[^/@]*@/, "//"));
  return {
    hosts: [...(proxy === undefined ? [PROXY] : []), ...registries.map(({ host }) => host), ...checksums],
    problems,
    env: {
      ...Object.fromEntries(passed),
      ...(cleaned === undefined ? {} : { GOPROXY: cleaned }),
      ...(database === undefined || databaseUrl !== undefined ? {} : { GOSUMDB: database }),
    },
    files: [],
  };
}

const FILES = [".m2/settings.xml", "/etc/maven/settings.xml"];

export function mavenSettings(machine: Machine): RegistrySettings {
  const { mirrors, problems } = mirrorsOf(machine);
  const hosts = registriesIn(mirrors.map(({ url }) => url)).registries.map(({ host }) => host);
  const isReplaced = mirrors.some(({ of }) => /(?:^|,)\s*(?:\*|central|external:\*)\s*(?:,|$)/.test(of));
  return {
    ...usualSettings([...(isReplaced ? [] : PUBLIC_HOSTS.maven), ...hosts]),
    problems,
    files: mirrors.length === 0 ? [] : [mavenFile(PROXY_PORT, mirrors)],
  };
}

export function gradleSettings(machine: Machine): RegistrySettings {
  const { hosts, problems } = mavenSettings(machine);
  return { ...usualSettings([...PUBLIC_HOSTS.gradle, ...hosts]), problems };
}

function mirrorsOf({ read }: Machine): {
  readonly mirrors: readonly MavenMirror[];
  readonly problems: readonly string[];
} {
  const text = FILES.map((path) => read(path).replace(/<!--[^]*?-->/g, "")).join("\n");
  // Maven's own settings have a mirror that is none, which blocks plain http.
  const found = [...text.matchAll(/<mirror>([^]*?)<\/mirror>/g)].flatMap(([, body = ""]) =>
    elementOf(body, "blocked") === "true"
      ? []
      : [{ id: elementOf(body, "id"), of: elementOf(body, "mirrorOf"), url: elementOf(body, "url") }],
  );
  const mirrors = found.flatMap(({ id, of, url }) => {
    const registry = registryIn(url);
    return registry === undefined ? [] : [{ id, of, url: registry.url }];
  });
  return { mirrors, problems: registriesIn(found.map(({ url }) => url)).problems };
}

function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1] ?? "";
}

/** `~/.gemrc` lists sources, and Bundler replaces a source by a mirror. */
export function rubygemsSettings({ read }: Machine): RegistrySettings {
  const sources = [...read(".gemrc").matchAll(/^\s*-\s*["']?(https?:\/\/[^\s"']+)/gm)].map(([, url]) => url);
  const mirror = /^BUNDLE_MIRROR__(?:ALL|HTTPS:\/\/RUBYGEMS__ORG\/?):\s*["']?([^\s"']+)/m.exec(read(".bundle/config"));
  const { registries, problems } = registriesIn([...sources, mirror?.[1]]);
  const replacing = registryIn(mirror?.[1]);
  const gems = registriesIn(sources).registries.map(({ url }) => `- ${url}\n`);
  return {
    hosts: registries.length === 0 ? PUBLIC_HOSTS.rubygems : registries.map(({ host }) => host),
    problems,
    env: replacing === undefined ? {} : { "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/": replacing.url },
    files: gems.length === 0 ? [] : [{ folder: "", name: ".gemrc", text: `---\n:sources:\n${gems.join("")}` }],
  };
}

/** `NuGet.Config` adds sources. The cell's file clears all others, as a file of a user may. */
export function nugetSettings({ read }: Machine): RegistrySettings {
  const text = read(".nuget/NuGet/NuGet.Config").replace(/<!--[^]*?-->/g, "");
  const section = /<packageSources>([^]*?)<\/packageSources>/.exec(text)?.[1] ?? "";
  const { registries, problems } = registriesIn([...section.matchAll(/\bvalue="([^"]+)"/g)].map(([, url]) => url));
  if (registries.length === 0) return { ...usualSettings(PUBLIC_HOSTS.nuget), problems };
  const added = registries.map(({ url }, index) => `<add key="source${index + 1}" value="${url}" />`);
  return {
    hosts: registries.map(({ host }) => host),
    problems,
    env: {},
    files: [
      {
        folder: ".nuget/NuGet",
        name: "NuGet.Config",
        text: `<configuration><packageSources><clear />${added.join("")}</packageSources></configuration>\n`,
      },
    ],
  };
}
