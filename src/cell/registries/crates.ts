/** cargo. Its index names the host from which crates are downloaded, which may be another one. */

import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, type RegistrySettings } from "./registry-settings.ts";

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
