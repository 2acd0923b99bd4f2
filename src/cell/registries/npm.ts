/** npm, pnpm and Yarn. Scopes may have registries of their own. */

import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, type RegistrySettings } from "./registry-settings.ts";

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
