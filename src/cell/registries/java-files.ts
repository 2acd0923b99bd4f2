/** The files in which Java's tools look for a proxy and mirrors. They do not read HTTPS_PROXY. */

import type { ClientFile } from "../process/frames.ts";

type MavenMirror = Readonly<Record<"id" | "of" | "url", string>>;

/** Maven's settings with the proxy at this port of the cell. */
export function mavenFile(port: number, mirrors: readonly MavenMirror[] = []): ClientFile {
  const proxies = ["http", "https"].map(
    (protocol) =>
      `<proxy><id>kimi-${protocol}</id><active>true</active><protocol>${protocol}</protocol><host>127.0.0.1</host>` +
      `<port>${port}</port><nonProxyHosts>localhost|127.*</nonProxyHosts></proxy>`,
  );
  const listed = mirrors.map(
    ({ id, of, url }) =>
      `<mirror><id>${id}</id><mirrorOf>${of}</mirrorOf><url>${url.replaceAll("&", "&amp;")}</url></mirror>`,
  );
  return {
    folder: ".m2",
    name: "settings.xml",
    text: `<settings>\n<proxies>${proxies.join("")}</proxies>\n<mirrors>${listed.join("")}</mirrors>\n</settings>\n`,
  };
}

/** Gradle's properties with the proxy at this port of the cell. */
export function gradleFile(port: number): ClientFile {
  const lines = ["http", "https"].flatMap((protocol) => [
    `systemProp.${protocol}.proxyHost=127.0.0.1`,
    `systemProp.${protocol}.proxyPort=${port}`,
    `systemProp.${protocol}.nonProxyHosts=localhost|127.*`,
  ]);
  return {
    variable: "GRADLE_USER_HOME",
    folder: ".gradle",
    name: "gradle.properties",
    text: `${lines.join("\n")}\n`,
  };
}
