/** The cell's /etc: public files that libraries read, the users, a git configuration, and what packages ship (package-files.ts). */

import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileText, namesIn } from "../../base/file-text.ts";
import { shown, type Mount } from "../process/mounts.ts";
import type { Owner } from "./shapes.ts";

/** Paths below /etc. They are mounted one by one, which takes 0.16 ms each; a copy would wait for the disk, up to 1 ms each. */
const PATHS = [
  // Names of hosts, users, services and protocols.
  ["gai.conf", "group", "host.conf", "protocols", "services"],
  // The system: linker, locale, time, programs.
  ["alternatives", "ld.so.cache", "locale.alias", "localtime", "lsb-release", "os-release", "shells", "timezone"],
  // Certificates and settings of TLS.
  ["crypto-policies", "pki/ca-trust", "pki/tls/certs", "ssl/certs", "ssl/openssl.cnf"],
  // Kinds of files, fonts and documents.
  ["fonts", "magic", "mime.types", "sgml", "texmf", "xml"],
  // Languages. Of Maven not the whole folder, because its settings.xml may hold passwords of servers.
  ["dotnet", "groovy", "maven/logging", "maven/m2.conf", "perl"],
].flat();

/** The folders of Chromium builds, and the folders in /etc from which they read the settings for every user. */
const BROWSERS = ["/usr/lib/chromium", "/usr/local/share/chromium", "/opt/google/chrome"];
const BROWSER_FILE = "browser-policy.json";
const BROWSER_SETTINGS = ["chromium", "opt/chrome", "opt/chrome_for_testing"];

/** Settings without a command line option. ECH is off: the cell's proxy must read the host. No requests to the maker, and no files. */
const BROWSER_POLICY = {
  AllowFileSelectionDialogs: false,
  AutofillAddressEnabled: false,
  AutofillCreditCardEnabled: false,
  BrowserNetworkTimeQueriesEnabled: false,
  ComponentUpdatesEnabled: false,
  DownloadRestrictions: 3,
  EncryptedClientHelloEnabled: false,
  PasswordManagerEnabled: false,
  URLBlocklist: ["chrome://*", "devtools://*", "file://*", "view-source:*"],
};

/** Folders to which programs in /usr have links, with the version in the name. */
const PACKAGED = /^(?:java-\d+-openjdk|python3(?:\.\d+)?|ImageMagick-\d+)$/;

/** PHP's extensions, for each version. */
const PHP = ["cli/conf.d", "mods-available"];

/** Settings in a php.ini that tests depend on: limits, numbers, switches. The others may be passwords of databases. */
const PHP_SETTING =
  /^(?:assert\.|date\.|display_|error_reporting|max_|mbstring\.|memory_limit|opcache\.|pcre\.|phar\.|post_max|precision|serialize_|short_open|upload_max|variables_order|zend\.)[\w.]*\s*=\s*[\w+.~&|() /-]*$/;

/** An identity for commits, trust in files of other owners, and the rule for bare repositories without git's variables. */
const gitConfig = (bare: "all" | "explicit", defaultBranch: string | undefined): string => `[user]
name = kimi-runner
email = kimi-runner@localhost
[safe]
directory = *
bareRepository = ${bare}
[advice]
detachedHead = false
defaultBranchName = false
${defaultBranch === undefined ? "" : `[init]\ndefaultBranch = ${defaultBranch}\n`}`;

export interface EtcOptions {
  readonly filesDir: string;
  readonly home: string;
  /** The users that the worker may have. */
  readonly owners: readonly Owner[];
  /** Which bare repositories git takes for repositories. */
  readonly bare: "all" | "explicit";
}

/** Writes the git configuration and the users, and returns the mounts of /etc. Files that the host lacks are left out. */
export function makeEtc({ filesDir, home, owners, bare }: EtcOptions): readonly Mount[] {
  mkdirSync(filesDir, { recursive: true });
  const gitconfig = join(filesDir, "gitconfig");
  const configs = [".gitconfig", ".config/git/config"].map((name) => join(home, name));
  const chosen = [...configs, "/etc/gitconfig"].flatMap(
    (path) => /^[ \t]*defaultbranch[ \t]*=[ \t]*([\w./-]{1,60})[ \t]*$/im.exec(fileText(path) ?? "")?.[1] ?? [],
  );
  writeFileSync(gitconfig, gitConfig(bare, chosen[0]));
  const passwd = join(filesDir, "passwd");
  writeFileSync(passwd, usersWith(owners, home, fileText("/etc/passwd") ?? ""));
  const nsswitch = join(filesDir, "nsswitch.conf");
  writeFileSync(nsswitch, withoutDns(fileText("/etc/nsswitch.conf") ?? ""));
  const packaged = namesIn("/etc").filter((name) => PACKAGED.test(name));
  const php = namesIn("/etc/php").flatMap((version) => PHP.map((part) => join("php", version, part)));
  const there = [...PATHS, ...packaged, ...php].map((name) => join("/etc", name)).filter((path) => existsSync(path));
  return [
    ...there.map((path) => shown(path)),
    ...namesIn("/etc/php").flatMap((version) => phpSettings(version, filesDir)),
    shown(gitconfig, "/etc/gitconfig"),
    shown(passwd, "/etc/passwd"),
    shown(nsswitch, "/etc/nsswitch.conf"),
    ...browserSettings(filesDir, home),
  ];
}

/** The cell has no name server. With one listed, programs would be told to try again later; the file says that there is no such name. */
function withoutDns(nsswitch: string): string {
  const others = nsswitch.split("\n").filter((line) => line !== "" && !/^\s*hosts:/.test(line));
  return `${[...others, "hosts: files"].join("\n")}\n`;
}

/** PHP's own settings for the command line, without those that may be secrets. */
function phpSettings(version: string, filesDir: string): readonly Mount[] {
  const at = join("/etc/php", version, "cli/php.ini");
  const lines = (fileText(at) ?? "").split("\n").filter((line) => PHP_SETTING.test(line.trimEnd()));
  if (lines.length === 0) return [];
  const from = join(filesDir, `php-${version}.ini`);
  writeFileSync(from, `${lines.join("\n")}\n`);
  return [shown(from, at)];
}

/** Makes a browser of the cell trust more certificates, given as DER. It reads its settings when it starts. */
export function trustInBrowser(filesDir: string, certificates: readonly Buffer[]): void {
  const file = join(filesDir, BROWSER_FILE);
  if (!existsSync(file)) return; // there is no browser
  const CACertificates = certificates.map((der) => der.toString("base64"));
  writeFileSync(file, JSON.stringify({ ...BROWSER_POLICY, CACertificates })); // in place: it is mounted already
}

/** The mounts of the settings of a browser; none on a machine without a browser. */
function browserSettings(filesDir: string, home: string): readonly Mount[] {
  const places = [...BROWSERS, join(home, ".cache/ms-playwright")];
  if (!places.some((path) => existsSync(path))) return [];
  const from = join(filesDir, BROWSER_FILE);
  writeFileSync(from, JSON.stringify(BROWSER_POLICY));
  return BROWSER_SETTINGS.map((name) => shown(from, `/etc/${name}/policies/managed/kimi.json`));
}

/** The name of a user in the cell. */
export function userName(uid: number, passwd: string): string {
  const line = passwd.split("\n").find((one) => one.split(":")[2] === String(uid));
  return line?.split(":")[0] ?? "kimi";
}

/** A passwd file with a line for each owner, from which Java and ssh take the home folder. Many programs end when there is none. */
export function usersWith(owners: readonly Owner[], home: string, passwd: string): string {
  const lines = passwd.split("\n").filter((line) => line !== "");
  const uids = new Map(owners.map((owner) => [String(owner.uid), owner]));
  const own = [...uids].map(([uid, { gid }]) =>
    [userName(Number(uid), passwd), "x", uid, gid, "", home, "/bin/bash"].join(":"),
  );
  const others = lines.filter((line) => !uids.has(line.split(":")[2] ?? ""));
  return `${[...own, ...others].join("\n")}\n`;
}
