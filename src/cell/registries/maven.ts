/** Maven and Gradle. */

import { PROXY_PORT } from "../process/network-variables.ts";
import { mavenFile, type MavenMirror } from "./java-files.ts";
import type { Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, usualSettings, type RegistrySettings } from "./registry-settings.ts";

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
