/** Ruby's and .NET's registries. */

import type { Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, usualSettings, type RegistrySettings } from "./registry-settings.ts";

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
