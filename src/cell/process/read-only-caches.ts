/**
 * Where no overlay can be mounted, the host's caches are read-only in the cell. These variables let tools read them all the same and
 * write elsewhere: Go, Maven from 3.9 and Gradle know such caches; uv begins with an empty one, since it writes to its own always.
 */

import { join } from "node:path";

/** `home`: of the cell. `env`: its other variables. */
export function readOnlyCacheVariables(
  env: Readonly<Record<string, string | undefined>>,
  home: string,
): Record<string, string> {
  const modules = env["GOMODCACHE"] ?? join(env["GOPATH"]?.split(":")[0] ?? join(home, "go"), "pkg/mod");
  const gradle = env["GRADLE_USER_HOME"] ?? join(home, ".gradle");
  const others = env["GOPROXY"] === undefined ? [] : [env["GOPROXY"]];
  return {
    GOMODCACHE: "/tmp/kimi-cache/go",
    GOPROXY: [`file://${join(modules, "cache/download")}`, ...others].join(","),
    GONOSUMDB: "*", // go.sum is checked all the same
    MAVEN_ARGS: `-Dmaven.repo.local=/tmp/kimi-cache/maven -Dmaven.repo.local.tail=${join(home, ".m2/repository")}`,
    GRADLE_RO_DEP_CACHE: join(gradle, "caches"),
    GRADLE_USER_HOME: "/tmp/kimi-cache/gradle",
    UV_CACHE_DIR: "/tmp/kimi-cache/uv",
    npm_config_prefer_offline: "true",
  };
}
