/** The files with the certificates that this machine's programs trust, and the variables in which programs look for such a file. */

import { iniValue, type Machine } from "../registries/machine.ts";

/** A file of certificates, and the variable or setting that names it. */
export type TrustSource = Readonly<Record<"path" | "namedBy", string>>;

const NAMING = [
  ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE"],
  ["PIP_CERT", "CURL_CA_BUNDLE", "GIT_SSL_CAINFO"],
].flat();

/** The variables in which programs of the cell look for the bundle. */
const NAMES = [
  NAMING,
  ["CARGO_HTTP_CAINFO", "AWS_CA_BUNDLE", "npm_config_cafile"],
  ["YARN_HTTPS_CA_FILE_PATH", "BUNDLE_SSL_CA_CERT", "DENO_CERT"],
].flat();

/** The files that variables, npm's configuration and the policy name. `~` is the home folder. */
export function trustSources({ env, home, read }: Machine, paths: readonly string[]): readonly TrustSource[] {
  const named = NAMING.flatMap((name) => {
    const path = env[name];
    return path === undefined || path === "" ? [] : [{ path, namedBy: name }];
  });
  const cafile = env["npm_config_cafile"] ?? iniValue(read(env["NPM_CONFIG_USERCONFIG"] ?? ".npmrc"), "cafile");
  return [
    ...named,
    ...(cafile === undefined ? [] : [{ path: cafile, namedBy: "npm's cafile" }]),
    ...paths.map((path) => ({ path, namedBy: "sandbox.ca" })),
  ].map(({ path, namedBy }) => ({ path: path.replace(/^~(?=\/)/, home ?? "~"), namedBy }));
}

/** `keyStore` has the same certificates for Java, which reports in its error output that it reads the variable. */
export function trustVariables(path: string, keyStore?: string): Record<string, string> {
  const java = keyStore === undefined ? {} : { JAVA_TOOL_OPTIONS: `-Djavax.net.ssl.trustStore=${keyStore}` };
  return { ...Object.fromEntries(NAMES.map((name) => [name, path])), ...java };
}
