/** The go command: module proxies and the database of checksums. */

import { iniValue, type Machine } from "./machine.ts";
import { registriesIn, registryIn, usual, type RegistrySettings } from "./registry-settings.ts";

const PROXY = "proxy.golang.org";
const CHECKSUMS = "sum.golang.org";
/** They say which modules go where, and hold no credentials. */
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
  if (registries.length === 0 && passed.length === 0) return { ...usual([PROXY, ...checksums]), problems };
  // Separators stay: after `|` every error leads to the next one.
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
