/**
 * The cell's /etc: public facts that libraries look up (users, names, linker, certificates, time), and our git
 * configuration. No keys: /etc/ssl/private, /etc/shadow and everything not named here stay out.
 */

import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./host-paths.ts";

/** Mounted one by one: 0.16 ms each, whatever the disk is doing; a copy waits for it, up to 1 ms each. */
const PATHS = [
  "alternatives",
  "crypto-policies",
  "fonts",
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "java-17-openjdk",
  "java-21-openjdk",
  "ld.so.cache",
  "locale.alias",
  "localtime",
  "lsb-release",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "perl",
  "pki/ca-trust",
  "pki/tls/certs",
  "protocols",
  "python3",
  "services",
  "shells",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone",
];

/** An identity to commit with, and trust in files of another owner: in a container the checkout often belongs to somebody else. */
const GITCONFIG = `[user]
name = kimi-runner
email = kimi-runner@localhost
[safe]
directory = *
[init]
defaultBranch = main
[advice]
detachedHead = false
`;

/** Writes our configuration under `filesDir` and returns the mounts of /etc. What the host does not have is left out. */
export function makeEtc(filesDir: string): readonly Mount[] {
  mkdirSync(filesDir, { recursive: true });
  const gitconfig = join(filesDir, "gitconfig");
  writeFileSync(gitconfig, GITCONFIG);
  const there = PATHS.map((name) => join("/etc", name)).filter(
    (path) => statSync(path, { throwIfNoEntry: false }) !== undefined,
  );
  return [
    ...there.map((path) => ({ kind: "ro", from: path, at: path }) as const),
    { kind: "ro", from: gitconfig, at: "/etc/gitconfig" },
  ];
}
