/**
 * The cell's /etc: public facts that libraries look up (users, names, linker, certificates, time), and our git
 * configuration. No keys: /etc/ssl/private, /etc/shadow and everything not named here stay out.
 */

import { copyFileSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mount } from "./host-paths.ts";

/** Small files, copied: a copy costs 0.04 ms, a mount of its own four times as much. */
const FILES = [
  "gai.conf",
  "group",
  "host.conf",
  "hosts",
  "ld.so.cache",
  "locale.alias",
  "localtime",
  "lsb-release",
  "magic",
  "mime.types",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "protocols",
  "services",
  "shells",
  "ssl/openssl.cnf",
  "timezone",
];

/** Folders, mounted: settings of languages, links to the chosen version of a program, certificates of authorities. */
const FOLDERS = [
  "alternatives",
  "crypto-policies",
  "fonts",
  "java-17-openjdk",
  "java-21-openjdk",
  "perl",
  "pki/ca-trust",
  "pki/tls/certs",
  "python3",
  "ssl/certs",
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

/** Builds the folder `etc` under `filesDir` and returns its mounts. What the host does not have is left out. */
export function makeEtc(filesDir: string): readonly Mount[] {
  const etc = join(filesDir, "etc");
  mkdirSync(join(etc, "ssl"), { recursive: true });
  writeFileSync(join(etc, "gitconfig"), GITCONFIG);
  for (const name of FILES) {
    if (statSync(join("/etc", name), { throwIfNoEntry: false })?.isFile() === true)
      copyFileSync(join("/etc", name), join(etc, name));
  }
  const folders = FOLDERS.filter(
    (name) => statSync(join("/etc", name), { throwIfNoEntry: false })?.isDirectory() === true,
  );
  for (const name of folders) mkdirSync(join(etc, name), { recursive: true });
  return [
    { kind: "ro", from: etc, at: "/etc" },
    ...folders.map((name) => ({ kind: "ro", from: join("/etc", name), at: join("/etc", name) }) as const),
  ];
}
