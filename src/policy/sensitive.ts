/** Files that usually contain secrets. Every policy rejects reading them. */

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

/** What every such path has, so that a look at thousands of files is quick. */
const MAY = /(?:^|\/)(?:\.|_netrc|id_|gha-creds-)|^\//i;

/** True for a path, relative or absolute, that names a file of secrets. */
export function isSensitivePath(path: string): boolean {
  if (!MAY.test(path)) return false;
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return (NAME.test(name) && !EXAMPLE.test(name)) || PLACE.test(lower) || PROCESS.test(lower) || HOST.test(lower);
}

/** Paths of secrets relative to the folders that hold them. */
const WITHIN = "key credentials credentials.toml credentials.tfrc.json config config.json hosts.yml gh/hosts.yml".split(
  " ",
);

/** True for a file of secrets, and for a folder that usually holds some, such as `~/.ssh` and `~/.config`. */
export function holdsSecrets(path: string): boolean {
  if (/\/\.ssh\/(?:known_hosts|config)$|\.pub$(?<=\/\.ssh\/.*)/is.test(path)) return false;
  return isSensitivePath(path) || WITHIN.some((name) => isSensitivePath(`${path.replace(/(?<!\/)\/+$/, "")}/${name}`));
}
