/** The go command: module proxies and the database of checksums. */

import { iniValue, type Machine } from "./machine.ts";
import { PUBLIC_HOSTS, registriesIn, registryIn, usualSettings, type RegistrySettings } from "./registry-settings.ts";

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
