/** The section `sandbox` of the policy file: the cell's strength, network, view of this machine and environment. */

import * as z from "zod/mini";
import { isSecretName } from "../base/redact/secret-forms.ts";
import { SANDBOX_LEVELS } from "../protocol/cell.ts";
import { CACHE_MODES } from "../protocol/cell-settings.ts";
import { ON_TIMEOUT } from "../protocol/limits.ts";
import { ISOLATIONS } from "../protocol/overlay.ts";
import { SERVICE, serviceProblem } from "../base/network/service.ts";
import { checked, describe, flag, list, mapping, named, oneOf, setting, text, whole, word } from "../yaml/fields.ts";
import { workspaceGlobProblem } from "./path-glob.ts";
import { holdsSecrets } from "./sensitive.ts";
import { ADDRESS_RANGE, parseAddressRange } from "../base/network/address-range.ts";
import { NETWORK_GROUPS, networkNameProblem } from "../base/network/network-entry.ts";

const FOLDER =
  'a folder or file, like "/srv/models" or "~/.config/tool"; not the home folder or a folder of the system';

const NO_SECRETS = "a folder or file that is not for credentials, because commands can read it";

/** Folders that hold many things, and so probably credentials. */
const TOO_WIDE = /^(?:~|\/|\/(?:home|root|opt|etc|var|run|tmp|proc|dev|sys|srv|mnt|media|snap)|\/home\/[^/]*)\/?$/;

function folderProblem(path: string): string | undefined {
  const isPath = /^(?:~?\/)[^\0]*$/.test(path) && !/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(path);
  if (!isPath || TOO_WIDE.test(path) || /^\/(?:proc|dev|sys|run)\//.test(path)) return FOLDER;
  return holdsSecrets(path) ? NO_SECRETS : undefined;
}

const CA_FILE = 'a file, absolute or below the home folder, like "/etc/ssl/corp.pem" or "~/corp.pem"';

/** Variables that the cell sets itself, or that run programs. */
const OWN_NAMES = /^(?:HOME|PATH|TMPDIR|GIT_CONFIG_.*|LD_.*|NODE_OPTIONS|BASH_ENV|ENV|IFS|.*_proxy)$/is;

const VARIABLE =
  "a variable whose name does not look like a secret, and is not HOME, PATH, TMPDIR, a proxy or one that runs programs; commands can read it";

const Name = word(/^[A-Za-z_]\w*$/, VARIABLE, 128).check(
  z.refine((name) => !isSecretName(name) && !OWN_NAMES.test(name), { error: VARIABLE }),
);

const MEMORY = 'a number with MiB or GiB, like "4 GiB"';

const BROWSER = 'true, or the path of a Chromium, like "/usr/lib/chromium/chromium"';
const COMMAND = 'a command line, like "npm ci"';
const FILE = 'a file of the workspace, like "package-lock.json"';

const NETWORK = 'a host or a group, like "registry.npmjs.org" or "npm", or { host: …, addresses: […] }';

const NetworkName = () => checked(networkNameProblem, NETWORK, 260);

const PrivateHost = mapping({
  host: describe(NetworkName(), "An exact host, with a port where it is not 443, or a group."),
  addresses: setting(
    list(
      checked((range) => (parseAddressRange(range) === undefined ? ADDRESS_RANGE : undefined), ADDRESS_RANGE, 50),
      'a list of ranges, like ["10.20.0.0/16"]',
      20,
    ),
    "Where the host's address must be; for hosts inside a company's network. Without it the address must be public.",
  ),
  plain: setting(flag(), "Plain http, for a registry without TLS; the port is 80 where none is given."),
}).check(({ value: { host, plain = false }, issues }) => {
  if (!plain || !NETWORK_GROUPS.some((group) => group === host)) return;
  issues.push({ code: "custom", input: plain, path: ["plain"], message: "no plain for a group; list its host" });
});

/** The entries of `network`. */
const Network = setting(
  list(z.union([NetworkName(), PrivateHost], { error: NETWORK }), 'a list of hosts, like ["registry.npmjs.org"]'),
  `Hosts that a sealed cell may reach over https, exactly, or groups (${NETWORK_GROUPS.join(", ")}); none when left out.`,
);

const Setup = mapping({
  run: describe(
    list(word(/^(?=[^]*\S)[^\0]*$/, COMMAND, 2_000), 'a list of command lines, like ["npm ci"]', 20),
    "Commands that run in order before the first model call, in their own sealed cell; 10 minutes each.",
  ),
  network: Network,
  keys: setting(
    list(
      word(/^(?!\/)(?!.*(?:^|\/)\.\.(?:\/|$))[^\0]+$/s, FILE, 500),
      'a list of files, like ["package-lock.json"]',
      50,
    ),
    "Files that decide whether the result is reused: it is while they are unchanged; known lock files at the root when left out.",
  ),
  scripts: setting(
    flag(),
    "Whether packages may run their scripts; when left out, only if the policy's own commit is checked out.",
  ),
  on_failure: setting(oneOf(["stop", "continue"]), "What happens when a command fails; `stop` when left out."),
});

export const Sandbox = mapping({
  minimum: setting(oneOf(SANDBOX_LEVELS), "Weakest cell a run accepts; `sealed` when left out."),
  unsealed: setting(
    oneOf(["patterns"]),
    "`patterns`: in a cell that is not sealed, the file's own patterns approve plain command lines; only exact lines are approved when left out.",
  ),
  isolation: setting(
    oneOf(ISOLATIONS),
    "Whether a sealed run works on a copy of the checkout, or in it; `overlay` when left out.",
  ),
  network: Network,
  caches: setting(
    oneOf(CACHE_MODES),
    "How a sealed cell sees the caches of package managers and compilers; `copy` when left out.",
  ),
  readonly: setting(
    list(checked(folderProblem, FOLDER, 1_000), 'a list of folders, like ["/srv/models"]', 50),
    "More folders of this machine that a sealed cell sees, read-only.",
  ),
  show: setting(
    list(checked(workspaceGlobProblem, 'a glob, like ".env.test"', 256), "a list of globs"),
    "Workspace files that commands see, although they are files of secrets or a rule about reading hides them.",
  ),
  ca: setting(
    list(word(/^~?\/[^\0]+$/, CA_FILE, 1_000), `a list of files, like ["/etc/ssl/corp.pem"]`, 20),
    "Files with more certificates that programs in a sealed cell trust.",
  ),
  services: setting(
    list(checked(serviceProblem, SERVICE, 80), 'a list of services, like ["localhost:5432"]', 20),
    "Servers of this machine or its containers that a sealed cell reaches under the same name and port.",
  ),
  browser: setting(
    z.union([flag(), word(/^\/[^\0]+$/, BROWSER, 1_000)], { error: BROWSER }),
    "Whether models may use a browser in a sealed cell, or the path of a Chromium for it; no when left out.",
  ),
  repositories: setting(
    oneOf(["all"]),
    "`all`: git in a cell recognises bare repositories and runs hooks, as the tests of git tools need; neither when left out.",
  ),
  on_timeout: setting(
    oneOf(ON_TIMEOUT),
    "What happens to a model's command that exceeds its timeout; `kill` when left out.",
  ),
  env: setting(
    named(Name, text("a string of at most 4000 characters", 4_000), 'a mapping, like { DATABASE_HOST: "localhost" }'),
    "Environment variables of the cell's commands. Names that look like secrets are refused.",
  ),
  setup: z.optional(Setup),
  memory: setting(
    word(/^[1-9]\d{0,5} ?[MG]iB$/, MEMORY, 12),
    "Memory of all commands of a sealed cell together; 80% of the machine's when left out.",
  ),
  processes: setting(whole(16, 100_000), "Processes in a sealed cell; 2000 when left out."),
  nice: setting(whole(0, 19), "How far the commands' priority is lowered; 0 when left out."),
});
