/** What a group of `sandbox.network` means by the configuration of this machine's package managers: hosts, variables and files. */

import {
  parseNetworkEntry,
  type ListedHost,
  type NetworkEntry,
  type NetworkGroup,
} from "../../base/network/network-entry.ts";
import { definedMembers } from "../../base/member.ts";
import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, type RegistrySettings } from "./registry-settings.ts";
import { PROXY_PORT } from "../process/network-variables.ts";
import { mavenFile } from "./java-files.ts";

const SETTINGS: Readonly<Record<NetworkGroup, (machine: Machine) => RegistrySettings>> = {
  npm: npmSettings,
  pypi: pypiSettings,
  crates: cratesSettings,
  go: goSettings,
  maven: mavenSettings,
  gradle(machine) {
    const { hosts, problems } = mavenSettings(machine);
    return settings({ hosts: [...PUBLIC_HOSTS.gradle, ...hosts], problems });
  },
  rubygems: rubygemsSettings,
  nuget: nugetSettings,
  packagist: () => settings({ hosts: PUBLIC_HOSTS.packagist }),
};

/** A group and the hosts that it stands for here. */
export interface ResolvedGroup extends RegistrySettings {
  readonly group: NetworkGroup;
}

/** Resolves what a policy lists. Entries that are not valid are left out. */
export function resolveNetwork(entries: readonly NetworkEntry[], machine: Machine) {
  const listed = entries.flatMap((entry) => parseNetworkEntry(entry) ?? []);
  const groups: ResolvedGroup[] = [];
  const hosts: ListedHost[] = [];
  for (const entry of listed) {
    if (entry.kind !== "group") continue;
    const found = SETTINGS[entry.group](machine);
    const unique = [...new Set(found.hosts)];
    groups.push({ ...found, hosts: unique, group: entry.group });
    for (const host of unique) {
      const read = parseNetworkEntry(host);
      if (read?.kind === "host") hosts.push({ ...read, ranges: entry.ranges, group: entry.group });
    }
  }
  // An entry for a host itself counts in place of a group's, so it comes later.
  return { hosts: [...hosts, ...listed.flatMap((entry) => (entry.kind === "host" ? [entry] : []))], groups };
}

/** `npm: registry.npmjs.org, registry.yarnpkg.com`, followed by the problems. */
export function groupText({ group, hosts, problems }: ResolvedGroup): string {
  return [`${group}: ${hosts.join(", ")}`, ...problems].join("; ");
}

function npmSettings({ env, read }: Machine): RegistrySettings {
  const files = [env["NPM_CONFIG_USERCONFIG"] ?? env["npm_config_userconfig"] ?? ".npmrc", ...NPM_SYSTEM_FILES];
  const texts = files.map(read);
  const ofNpm = env["npm_config_registry"] ?? env["NPM_CONFIG_REGISTRY"] ?? firstIn(texts, "registry");
  const ofYarn =
    env["YARN_NPM_REGISTRY_SERVER"] ?? /^npmRegistryServer:\s*["']?([^"'\s]+)/m.exec(read(".yarnrc.yml"))?.[1];
  const scopes = texts.flatMap((text) =>
    [...text.matchAll(/^\s*(@[\w.~-]+):registry\s*=\s*(\S+)/gm)].map(([, scope = "", url = ""]) => ({ scope, url })),
  );
  const { hosts, problems } = registriesIn([ofNpm, ofYarn, ...scopes.map(({ url }) => url)]);
  const main = registryIn(ofNpm)?.url;
  const lines = scopes.flatMap(({ scope, url }) => {
    const registry = registryIn(url);
    return registry === undefined ? [] : [`${scope}:registry=${registry.url}\n`];
  });
  return settings({
    hosts: [...(main === undefined ? PUBLIC_HOSTS.npm : []), ...hosts],
    problems,
    env: {
      npm_config_registry: main,
      YARN_REGISTRY: main,
      YARN_NPM_REGISTRY_SERVER: registryIn(ofYarn)?.url ?? main,
    },
    files: [{ folder: "", name: ".npmrc", text: lines.join("") }],
  });
}

const NPM_SYSTEM_FILES = ["/etc/npmrc", "/usr/etc/npmrc", "/usr/local/etc/npmrc"];

const firstIn = (texts: readonly string[], key: string): string | undefined =>
  texts.map((text) => iniValue(text, key)).find((value) => value !== undefined);

function pypiSettings({ env, read }: Machine): RegistrySettings {
  const files = [env["PIP_CONFIG_FILE"] ?? [], ".config/pip/pip.conf", ".pip/pip.conf", "/etc/pip.conf"].flat();
  const pip = files.map(read);
  const index =
    env["PIP_INDEX_URL"] ??
    firstIn(pip, "index-url") ??
    env["UV_DEFAULT_INDEX"] ??
    env["UV_INDEX_URL"] ??
    iniValue(read(".config/uv/uv.toml"), "index-url");
  const extra = [
    ...words(env["PIP_EXTRA_INDEX_URL"] ?? firstIn(pip, "extra-index-url")),
    ...words(env["UV_INDEX"] ?? env["UV_EXTRA_INDEX_URL"]).map((word) => word.replace(/^[\w.-]+=/, "")),
  ];
  const { hosts, problems } = registriesIn([index, ...extra]);
  const main = registryIn(index);
  const others =
    registriesIn(extra)
      .registries.map(({ url }) => url)
      .join(" ") || undefined;
  // The public index has its files on another host.
  const isPublic = main === undefined || main.host === PUBLIC_HOSTS.pypi[0];
  return settings({
    hosts: [...(isPublic ? PUBLIC_HOSTS.pypi : []), ...hosts],
    problems,
    env: { PIP_INDEX_URL: main?.url, UV_DEFAULT_INDEX: main?.url, PIP_EXTRA_INDEX_URL: others, UV_INDEX: others },
  });
}

function words(text = ""): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

/** cargo's index names the host from which crates are downloaded, which may be another one. */
function cratesSettings({ env, read }: Machine): RegistrySettings {
  const folder = env["CARGO_HOME"] ?? ".cargo";
  const tables = tablesOf(read(`${folder}/config.toml`) || read(`${folder}/config`));
  const valueOf = (table: string, key: string): string | undefined =>
    firstIn(
      tables.filter(({ name }) => name === table).map(({ text }) => text),
      key,
    );
  const replaced = valueOf("source.crates-io", "replace-with");
  const mirror = replaced === undefined ? undefined : valueOf(`source.${replaced}`, "registry");
  const own = tables.filter(({ name }) => name.startsWith("registries."));
  const indexes = own.map(({ name, text }) => ({ name, index: iniValue(text, "index") }));
  const { hosts, problems } = registriesIn([mirror, ...indexes.map(({ index }) => index)]);
  const main = cleanIndex(mirror);
  const toml = [
    main === undefined ? "" : `[source.crates-io]\nreplace-with = "mirror"\n[source.mirror]\nregistry = "${main}"\n`,
    ...indexes.map(({ name, index }) => {
      const clean = cleanIndex(index);
      return clean === undefined ? "" : `[${name}]\nindex = "${clean}"\n`;
    }),
  ];
  return settings({
    hosts: [...(main === undefined ? PUBLIC_HOSTS.crates : []), ...hosts],
    problems,
    files: [{ variable: "CARGO_HOME", folder: ".cargo", name: "config.toml", text: toml.join("") }],
  });
}

/** An index without its login, with its scheme; undefined where it cannot be listed. */
function cleanIndex(index: string | undefined): string | undefined {
  const registry = registryIn(index);
  return registry && `${/^(?:sparse|registry)\+/.exec(index ?? "")?.[0] ?? ""}${registry.url}`;
}

/** The tables of a TOML file, with their lines as text. Names are bare or quoted words, as cargo's documentation writes them. */
function tablesOf(text: string): readonly { readonly name: string; readonly text: string }[] {
  return text.split(/^\s*(?=\[)/m).flatMap((part) => {
    const [head, name = ""] = /^\[([\w.-]+)\][^\n]*/.exec(part) ?? [];
    return head === undefined ? [] : [{ name, text: part.slice(head.length).replace(/\s+#.*$/gm, "") }];
  });
}

const [GO_PROXY = "", GO_CHECKSUMS = ""] = PUBLIC_HOSTS.go;

function goSettings({ env, read }: Machine): RegistrySettings {
  const file = read(env["GOENV"] ?? ".config/go/env");
  const valueOf = (name: string): string | undefined => env[name] || iniValue(file, name);
  const proxy = valueOf("GOPROXY");
  const database = valueOf("GOSUMDB");
  // `sum.golang.org`, or a name with a key and an address.
  const databaseUrl = database?.split(/\s+/)[1];
  const { registries, hosts, problems } = registriesIn([...(proxy?.split(/[,|]/) ?? []), databaseUrl]);
  // Variables that say which modules come from where. They hold no credentials.
  const passed = ["GONOPROXY", "GONOSUMDB", "GOPRIVATE"].map((name) => [name, valueOf(name)] as const);
  const checksums = database === "off" || databaseUrl !== undefined ? [] : [GO_CHECKSUMS];
  if (registries.length === 0 && passed.every(([, value]) => value === undefined))
    return settings({ hosts: [GO_PROXY, ...checksums], problems });
  return settings({
    hosts: [...(proxy === undefined ? [GO_PROXY] : []), ...hosts, ...checksums],
    problems,
    env: {
      ...Object.fromEntries(passed),
      // The separators stay, because after `|` go asks the next proxy at any error, and after `,` only where a module is not found.
      GOPROXY: proxy?.replace(/[^,|]+/g, (part) => registryIn(part)?.url ?? part.replace(/\/\/[^/@]*@/, "//")),
      GOSUMDB: databaseUrl === undefined ? database : undefined,
    },
  });
}

function mavenSettings({ read }: Machine): RegistrySettings {
  const text = [".m2/settings.xml", "/etc/maven/settings.xml"].map((path) => withoutComments(read(path))).join("\n");
  const found = [...text.matchAll(/<mirror>([^]*?)<\/mirror>/g)]
    .map(([, body = ""]) => body)
    // Maven's own settings have a mirror that is none, which blocks plain http.
    .filter((body) => elementOf(body, "blocked") !== "true")
    .map((body) => ({ id: elementOf(body, "id"), of: elementOf(body, "mirrorOf"), url: elementOf(body, "url") }));
  const { hosts, problems } = registriesIn(found.map(({ url }) => url));
  const mirrors = found.flatMap(({ id, of, url }) => {
    const registry = registryIn(url);
    return registry === undefined ? [] : [{ id, of, url: registry.url }];
  });
  const isReplaced = mirrors.some(({ of }) => /(?:^|,)\s*(?:\*|central|external:\*)\s*(?:,|$)/.test(of));
  return settings({
    hosts: [...(isReplaced ? [] : PUBLIC_HOSTS.maven), ...hosts],
    problems,
    files: mirrors.length === 0 ? [] : [mavenFile(PROXY_PORT, mirrors)],
  });
}

function withoutComments(xml: string): string {
  return xml.replace(/<!--[^]*?-->/g, "");
}

function elementOf(xml: string, name: string): string {
  return new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1] ?? "";
}

/** `~/.gemrc` lists sources, and Bundler replaces a source by a mirror. */
function rubygemsSettings({ read }: Machine): RegistrySettings {
  const sources = [...read(".gemrc").matchAll(/^\s*-\s*["']?(https?:\/\/[^\s"']+)/gm)].map(([, url]) => url);
  const mirror = /^BUNDLE_MIRROR__(?:ALL|HTTPS:\/\/RUBYGEMS__ORG\/?):\s*["']?([^\s"']+)/m.exec(read(".bundle/config"));
  const { hosts, problems } = registriesIn([...sources, mirror?.[1]]);
  const gems = registriesIn(sources).registries.map(({ url }) => `- ${url}\n`);
  return settings({
    hosts: hosts.length === 0 ? PUBLIC_HOSTS.rubygems : hosts,
    problems,
    env: { "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/": registryIn(mirror?.[1])?.url },
    files: gems.length === 0 ? [] : [{ folder: "", name: ".gemrc", text: `---\n:sources:\n${gems.join("")}` }],
  });
}

/** `NuGet.Config` adds sources. The cell's file clears all others, as a file of a user may. */
function nugetSettings({ read }: Machine): RegistrySettings {
  const text = withoutComments(read(".nuget/NuGet/NuGet.Config"));
  const section = /<packageSources>([^]*?)<\/packageSources>/.exec(text)?.[1] ?? "";
  const { registries, hosts, problems } = registriesIn(
    [...section.matchAll(/\bvalue="([^"]+)"/g)].map(([, url]) => url),
  );
  if (registries.length === 0) return settings({ hosts: PUBLIC_HOSTS.nuget, problems });
  const added = registries.map(({ url }, index) => `<add key="source${index + 1}" value="${url}" />`).join("");
  const config = `<configuration><packageSources><clear />${added}</packageSources></configuration>\n`;
  return settings({ hosts, problems, files: [{ folder: ".nuget/NuGet", name: "NuGet.Config", text: config }] });
}

/** What the cell gets: variables that are undefined and files without text are left out. */
function settings({
  hosts,
  problems = [],
  env = {},
  files = [],
}: Pick<RegistrySettings, "hosts"> &
  Partial<Pick<RegistrySettings, "problems" | "files">> & {
    readonly env?: Readonly<Record<string, string | undefined>>;
  }): RegistrySettings {
  return {
    hosts,
    problems,
    env: definedMembers(env) as Record<string, string>,
    files: files.filter(({ text }) => text !== ""),
  };
}
