/** pip and uv. */

import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, type RegistrySettings } from "./registry-settings.ts";

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
