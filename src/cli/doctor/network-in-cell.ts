/** The doctor's check of the network of a cell: its hosts, this machine's proxy and certificates, and the services that a repository refers to. */

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileText } from "../../base/file-text.ts";
import { proxyEnvOf } from "../../base/network/proxy-env.ts";
import { upstreamFor } from "../../cell/egress/upstream.ts";
import { findProgram } from "../../cell/programs.ts";
import { machineOf } from "../../cell/registries/machine.ts";
import { trustSources } from "../../cell/trust/trust-sources.ts";
import type { PreflightCheck } from "../../github/preflight/preflight-check.ts";
import type { Policy } from "../../policy/policy.ts";
import { trustedPath } from "../../workspace/trusted-path.ts";
import { fine, unsure, type DoctorLook } from "./used-tools.ts";

interface ReachOptions extends DoctorLook {
  /** The hosts that the cell reaches, in words. */
  readonly network: readonly string[];
  readonly policy: Policy;
}

export function networkInCell(options: ReachOptions): readonly PreflightCheck[] {
  const machine = options.all ? [bubblewrap(options)] : [];
  return [...machine, network(options), ...proxy(options), ...certificates(options), ...services(options)];
}

function bubblewrap({ env, root }: ReachOptions): PreflightCheck {
  const path = findProgram("bwrap", trustedPath(env["PATH"] ?? "", root)) ?? "bwrap";
  const version = execFileSync(path, ["--version"], { encoding: "utf8", env: {} }).trim();
  return fine("bubblewrap", `${version}, ${path}`);
}

function network({ network: places }: ReachOptions): PreflightCheck {
  const none = "commands reach no host: `sandbox.network` of the policy lists none";
  return fine("network", places.length === 0 ? none : `commands reach ${places.join("; ")}`);
}

/** Any public host will do, because only the address of the proxy is asked for. */
const SOME_HOST = { host: "registry.npmjs.org", port: 443 };

function proxy({ env }: ReachOptions): readonly PreflightCheck[] {
  const proxyEnv = proxyEnvOf(env);
  if (proxyEnv === undefined) return [];
  const upstream = upstreamFor(SOME_HOST, proxyEnv);
  if (upstream === undefined) {
    const fix = "The cell reaches hosts over https only, so HTTP_PROXY alone has no effect.";
    return [unsure("proxy", "HTTPS_PROXY is not set, or NO_PROXY excepts every host", fix)];
  }
  const { host, port, isSecure, authorization } = upstream;
  const login = authorization === undefined ? "" : ", with a user name, which stays out of the cell";
  return [fine("proxy", `${isSecure ? "https" : "http"}://${host}:${port}, from HTTPS_PROXY${login}`)];
}

function certificates({ env, policy }: ReachOptions): readonly PreflightCheck[] {
  const sources = trustSources(machineOf(env), policy.sandbox.ca ?? []);
  const paths = [...new Set(sources.map(({ path }) => path))];
  return paths.map((path) => {
    const names = sources.flatMap((source) => (source.path === path ? [source.namedBy] : []));
    const namedBy = names.join(", ");
    if (existsSync(path)) return fine("certificates", `${path}, named by ${namedBy}`);
    const fix = "Correct the path: programs in the cell trust the others only.";
    return unsure("certificates", `${path} is not there, though it is named by ${namedBy}`, fix);
  });
}

const COMPOSE = ["compose.yml", "compose.yaml", "docker-compose.yml", "docker-compose.yaml"];
const MANIFESTS = [
  "package.json",
  "pyproject.toml",
  "requirements.txt",
  "go.mod",
  "pom.xml",
  "build.gradle",
  "Gemfile",
];
/** The port of the machine in `5432:5432` or `"127.0.0.1:6379:6379/tcp"`. */
const PUBLISHED = /^\s*-\s*["']?(?:[\d.]+:)?(\d{2,5}):\d{2,5}(?:\/tcp)?["']?\s*(?:#.*)?$/gm;
/** Host and port of a URL on this machine: of a database, a queue, a cache. */
const LOCAL = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?(localhost|127\.0\.0\.1):(\d{2,5})\b/i;

/** Containers that tests may need, and ports that variables of this machine name, without those that the policy lists. */
function services({ root, env, policy }: ReachOptions): readonly PreflightCheck[] {
  const listed = policy.sandbox.services ?? [];
  const textOf = (name: string): string => fileText(join(root, name)) ?? "";
  const check = (detail: string, ports: readonly string[], containers: string): PreflightCheck[] => {
    const missing = [...new Set(ports)].filter((port) => !listed.some((service) => service.endsWith(`:${port}`)));
    if (missing.length === 0 && (ports.length > 0 || containers === "")) return [];
    const wanted = missing.map((port) => `"localhost:${port}"`).join(", ");
    const list =
      missing.length === 0 ? "list its port in `sandbox.services`" : `set \`sandbox: { services: [${wanted}] }\``;
    return [unsure("services", detail, `${containers}To let commands reach one of this machine, ${list}.`)];
  };
  const start = "A cell starts no containers. Start what tests need in a step before the run. ";
  const compose = COMPOSE.find((name) => existsSync(join(root, name)));
  const published = compose === undefined ? [] : [...textOf(compose).matchAll(PUBLISHED)].map(([, port = ""]) => port);
  const testing = MANIFESTS.find((name) => /testcontainers/i.test(textOf(name)));
  return [
    ...(compose === undefined ? [] : check(`${compose} describes containers`, published, start)),
    ...(testing === undefined ? [] : check(`${testing} uses Testcontainers`, [], start)),
    ...Object.entries(env).flatMap(([name, value = ""]) => {
      const [, host, port] = LOCAL.exec(value) ?? [];
      const isProxy = /proxy$/i.test(name);
      return port === undefined || isProxy ? [] : check(`${name} refers to ${host}:${port}`, [port], "");
    }),
  ];
}
