/**
 * Where no overlay can be mounted over a cache of the host, it is read-only in the cell. These variables let tools read them all the same and
 * write elsewhere: Go, Maven from 3.9 and Gradle know such caches; uv begins with an empty one, since it writes to its own always.
 */

import { join } from "node:path";
import { cacheFolders, type CacheSources } from "./cache-table.ts";

/** The variables of the tools with a cache that is read-only. */
export function readOnlyCacheVariables(
  { env, home }: CacheSources,
  isReadOnly: (path: string) => boolean,
): Record<string, string> {
  const variables = variablesByTool({ env, home });
  const folders = cacheFolders({ env, home }).filter(({ path }) => isReadOnly(path));
  return Object.assign({}, ...folders.map(({ tool }) => variables[tool] ?? {}));
}

function variablesByTool({ env, home }: CacheSources): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const modules = env["GOMODCACHE"] ?? join(env["GOPATH"]?.split(":")[0] ?? join(home, "go"), "pkg/mod");
  const gradle = env["GRADLE_USER_HOME"] ?? join(home, ".gradle");
  const others = env["GOPROXY"] === undefined ? [] : [env["GOPROXY"]];
  return {
    go: {
      GOMODCACHE: "/tmp/kimi-cache/go",
      GOPROXY: [`file://${join(modules, "cache/download")}`, ...others].join(","),
      GONOSUMDB: "*", // go.sum is checked all the same
    },
    maven: {
      MAVEN_ARGS: `-Dmaven.repo.local=/tmp/kimi-cache/maven -Dmaven.repo.local.tail=${join(home, ".m2/repository")}`,
    },
    gradle: { GRADLE_RO_DEP_CACHE: join(gradle, "caches"), GRADLE_USER_HOME: "/tmp/kimi-cache/gradle" },
    uv: { UV_CACHE_DIR: "/tmp/kimi-cache/uv" },
    npm: { npm_config_prefer_offline: "true" },
  };
}
