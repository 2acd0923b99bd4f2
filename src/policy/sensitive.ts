/** Files that contain secrets by convention. Reading one is rejected under every policy file. */

import { posix } from "node:path";
import type { ShellWord } from "./shell/word.ts";

/** File names in lower case. Examples and templates of them may be read. */
const NAME = /^(\.env|\.env\..+|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc|id_(rsa|dsa|ecdsa|ed25519)(_sk)?)$/;
const EXAMPLE = /^\.env(\..+)?\.(example|sample|template|dist|defaults)$/;
/** Places inside a home directory or the system. */
const PLACE =
  /(^|\/)(\.aws\/(credentials|config)|\.docker\/config\.json|\.kube\/config|\.config\/(gh\/hosts\.yml|gcloud\/.+)|\.gnupg\/.+|\.ssh\/(?!.*\.pub$|known_hosts$|config$).+)$/;
const PROCESS = /^\/proc\/(self|thread-self|\d+|\*)\/(.*\/)?(environ|mem)$/;
const HOST = /^\/etc\/(shadow|gshadow|sudoers)$/;

/** True for a path, relative or absolute, that names a file of secrets. */
export function isSensitivePath(path: string): boolean {
  const lower = path.toLowerCase();
  const name = lower.slice(lower.lastIndexOf("/") + 1);
  return (NAME.test(name) && !EXAMPLE.test(name)) || PLACE.test(lower) || PROCESS.test(lower) || HOST.test(lower);
}

/** Names that a pattern must not match. */
const SECRETS =
  ".env .env.local .env.production .netrc _netrc .pgpass .git-credentials .pypirc id_rsa id_dsa id_ecdsa id_ed25519".split(
    " ",
  );

/** `.?nv`, `.[e]nv`, `id_r*`: a pattern with half of the letters of such a name. `*` and `.git*` have too few. */
function patternNamesSecret(pattern: string): boolean {
  if (!/^(?:[\w.*?-]|\[[\w.-]+\])+$/.test(pattern)) return false;
  const said = pattern.replaceAll(/\[[^\]]*-[^\]]*\]|[^A-Za-z]/g, "");
  const source = pattern.replaceAll(".", "\\.").replaceAll("*", ".*").replaceAll("?", ".");
  try {
    const matches = new RegExp(`^${source}$`);
    return SECRETS.some((name) => {
      const letters = name.replaceAll(/[^a-z]/g, "");
      const isHidden = name.startsWith(".") === pattern.startsWith(".");
      return isHidden && said.length * 2 >= letters.length && matches.test(name);
    });
  } catch {
    return false; // `[z-a]` matches nothing
  }
}

/**
 * True when a word of a command names such a file, also as `--file=.env`, `HEAD:.env` or `@.env`. A word with expansions is
 * taken as written; a glob counts when its literal start is that of a hidden file of secrets.
 */
export function namesSensitiveFile(word: ShellWord): boolean {
  if (namedPaths(word).some((path) => isSensitivePath(posix.normalize(path)))) return true;
  if (word.certainty !== "many") return false;
  if (patternNamesSecret(word.text.slice(word.text.lastIndexOf("/") + 1))) return true;
  const start = word.prefix.slice(word.prefix.lastIndexOf("/") + 1);
  return start.length > 1 && /^\.(e|en|env|env\..*|netr.*|git-c.*|pgp.*)$/.test(start);
}

/** The pieces of a word that may be paths. A word with spaces is taken as a whole: it is prose, code or one path. */
export function namedPaths(word: ShellWord): readonly string[] {
  const text = (word.value ?? word.text).replace(/["']/g, "");
  const pieces = /\s/.test(text) ? [text] : [text, ...text.split(/[=:@,{}]/)];
  return pieces.filter((piece) => piece !== "");
}

/** Commands that take file names without opening the files: `echo .env >> .gitignore`. */
const NAMES_ONLY = new Set(["echo", "printf", "test", "[", "basename", "dirname"]);

/** True for a command of these words that opens none of the files it names. */
export function takesNamesOnly(words: readonly ShellWord[]): boolean {
  return NAMES_ONLY.has(words[0]?.value ?? "");
}
