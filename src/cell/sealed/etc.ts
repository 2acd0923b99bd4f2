/**
 * The cell's /etc: public files that libraries read (users, names, linker, certificates, time), and a git configuration. Files
 * that are not named here are missing, such as /etc/ssl/private and /etc/shadow.
 */

import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "../process/mounts.ts";

/** Mounted one by one, which takes 0.16 ms each. A copy waits for the disk, up to 1 ms each. */
const PATHS = [
  "alternatives",
  "crypto-policies",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "locale.alias",
  "localtime",
  "lsb-release",
  "magic",
  // Not the folder: its settings.xml may hold passwords of servers.
  "maven/logging",
  "maven/m2.conf",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust",
  "pki/tls/certs",
  "protocols",
  "services",
  "shells",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone",
];

/** Folders that packages of programs link to from /usr, with the version in the name. */
const PACKAGED = /^(?:java-\d+-openjdk|python3(?:\.\d+)?|ImageMagick-\d+)$/;

/** An identity for commits, and trust in files of another owner, as a checkout in a container often has. */
const GITCONFIG = `[user]
name = kimi-runner
email = kimi-runner@localhost
[safe]
directory = *
bareRepository = explicit
[init]
defaultBranch = main
[advice]
detachedHead = false
`;

/** Writes the git configuration under `filesDir` and returns the mounts of /etc. Files that the host lacks are left out. */
export function makeEtc(filesDir: string): readonly Mount[] {
  mkdirSync(filesDir, { recursive: true });
  const gitconfig = join(filesDir, "gitconfig");
  writeFileSync(gitconfig, GITCONFIG);
  const packaged = readdirSync("/etc").filter((name) => PACKAGED.test(name));
  const there = [...PATHS, ...packaged]
    .map((name) => join("/etc", name))
    .filter((path) => statSync(path, { throwIfNoEntry: false }) !== undefined);
  return [
    ...there.map((path) => ({ kind: "ro", from: path, at: path }) as const),
    { kind: "ro", from: gitconfig, at: "/etc/gitconfig" },
  ];
}
