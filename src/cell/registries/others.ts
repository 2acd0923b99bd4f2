/** Ruby's, .NET's and PHP's registries. */

import type { Machine } from "./machine.ts";
import { registriesIn, usual, type RegistrySettings } from "./registry-settings.ts";

const RUBYGEMS = ["rubygems.org", "index.rubygems.org"];
const NUGET = ["api.nuget.org"];
const PACKAGIST = ["repo.packagist.org"];

/** `~/.gemrc` lists sources, and Bundler replaces a source by a mirror. */
export function rubygemsSettings({ read }: Machine): RegistrySettings {
  const sources = [...read(".gemrc").matchAll(/^\s*-\s*["']?(https?:\/\/[^\s"']+)/gm)].map(([, url]) => url);
  const mirror = /^BUNDLE_MIRROR__(?:ALL|HTTPS:\/\/RUBYGEMS__ORG\/?):\s*["']?([^\s"']+)/m.exec(read(".bundle/config"));
  const { registries, problems } = registriesIn([...sources, mirror?.[1]]);
  const [replacing] = registriesIn([mirror?.[1]]).registries;
  if (registries.length === 0) return { ...usual(RUBYGEMS), problems };
  const gems = registriesIn(sources).registries.map(({ url }) => `- ${url}\n`);
  return {
    hosts: registries.map(({ host }) => host),
    problems,
    env: replacing === undefined ? {} : { "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/": replacing.url },
    files: gems.length === 0 ? [] : [{ folder: "", name: ".gemrc", text: `---\n:sources:\n${gems.join("")}` }],
  };
}

/** `NuGet.Config` adds sources, and may clear those before it. */
export function nugetSettings({ read }: Machine): RegistrySettings {
  const text = read(".nuget/NuGet/NuGet.Config").replace(/<!--[^]*?-->/g, "");
  const section = /<packageSources>([^]*?)<\/packageSources>/.exec(text)?.[1] ?? "";
  const { registries, problems } = registriesIn([...section.matchAll(/\bvalue="([^"]+)"/g)].map(([, url]) => url));
  if (registries.length === 0) return { ...usual(NUGET), problems };
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

export function packagistSettings(): RegistrySettings {
  return usual(PACKAGIST);
}
