/** Files that usually contain secrets. Every policy rejects reading them. */

import { compileShapes } from "./path-glob.ts";
import { BELOW, isComputed, isLiteral, LISTED, NO_DOT, shown, STAR } from "./shell/shape.ts";
import { isOutside } from "./shell/shell-paths.ts";

/** File names, in lower case. */
const NAME =
  /^(\.env|\.env\..+|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)(_sk)?|gha-creds-.+\.json)$/s;
/** Examples and templates, which may be read. */
const EXAMPLE = /^\.env(\..+)?\.(example|sample|template|dist|defaults)$/s;
/** Paths in a home folder. */
const PLACE =
  /(^|\/)(\.aws\/(credentials|config)|\.docker\/config\.json|\.kube\/config|\.config\/(gh\/hosts\.yml|git\/credentials|gcloud\/.+)|\.cargo\/credentials(\.toml)?|\.gem\/credentials|\.terraform\.d\/credentials\.tfrc\.json|\.gnupg\/.+|\.ssh\/(?!.*\.pub$|known_hosts$|config$).+)$/s;
const PROCESS = /^\/proc\/(self|thread-self|\d+|\*)\/(.*\/)?(environ|mem)$/s;
const HOST = /^\/etc\/(shadow-?|gshadow-?|sudoers(\.d\/.*)?)$/s;

/** True for a path, relative or absolute, that names a file of secrets. */
export function isSensitivePath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return (NAME.test(name) && !EXAMPLE.test(name)) || PLACE.test(lower) || PROCESS.test(lower) || HOST.test(lower);
}

/** Paths of secrets relative to the folders that hold them. */
const WITHIN = [
  "key",
  "credentials",
  "credentials.toml",
  "credentials.tfrc.json",
  "config",
  "config.json",
  "hosts.yml",
  "gh/hosts.yml",
];

/** True for a file of secrets, and for a folder that usually holds some, such as `~/.ssh` and `~/.config`. */
export function holdsSecrets(path: string): boolean {
  if (/\/\.ssh\/(?:known_hosts|config)$|\.pub$(?<=\/\.ssh\/.*)/is.test(path)) return false;
  return isSensitivePath(path) || WITHIN.some((name) => isSensitivePath(`${path.replace(/(?<!\/)\/+$/, "")}/${name}`));
}

/** The same files as globs, to compare them with shapes. */
const GLOBS = compileShapes([
  "**/{.env,.netrc,_netrc,.pgpass,.git-credentials,.pypirc,id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk}",
  "**/.env.{local,production,development,staging,test,secret}",
  "**/.aws/{credentials,config}",
  "**/.docker/config.json",
  "**/.kube/config",
  "**/.config/{gh/hosts.yml,git/credentials}",
  "**/.cargo/{credentials,credentials.toml}",
  "**/.gem/credentials",
  "**/.terraform.d/credentials.tfrc.json",
  "**/.config/gcloud/**",
  "**/.gnupg/**",
  "**/.ssh/**",
]);
const OUTSIDE_GLOBS = compileShapes([
  "/proc/**/{environ,mem}",
  "/etc/{shadow*,gshadow*,sudoers*}",
  "/**/.ssh/**",
  "/**/.aws/**",
  "/**/.config/git/credentials",
  "/**/.cargo/{credentials,credentials.toml}",
  "/**/.gem/credentials",
  "/**/.terraform.d/credentials.tfrc.json",
  "/**/{.env*,id_*}",
]);

/**
 * True for a shape that may name such a file. False for a star alone, which names all files of a folder, and for files that a search
 * listed, because it has read them: `head src/*` reads no more than `grep -r x src`.
 */
export function maySensitive(shape: string): boolean {
  if (isLiteral(shape)) return isSensitivePath(shape);
  const lower = shape.toLowerCase();
  if (isComputed(lower) || lower.includes(LISTED)) return false;
  const last = lower.slice(lower.lastIndexOf("/") + 1);
  if (last === `${NO_DOT}${STAR}`) return false;
  // Of files at any depth only the names are compared, since any of them might be in a folder called .ssh.
  const compared = lower.includes(BELOW) && !isOutside(lower) ? last.replaceAll(BELOW, STAR) : lower;
  return (isOutside(lower) ? OUTSIDE_GLOBS : GLOBS)(compared) && !EXAMPLE.test(shown(last));
}
