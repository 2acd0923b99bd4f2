/** Policy files with mistakes in them, each with the places and a part of the message that must be reported, in order. */

export interface Broken {
  readonly name: string;
  readonly text: string;
  /** `line:column` and a part of what stands behind it. */
  readonly expected: readonly (readonly [place: string, message: string])[];
}

const V = "version: 1\n";
const rule = (body: string): string => `${V}rules:\n  - id: a\n    ${body}\n`;

export const BROKEN: readonly Broken[] = [
  { name: "empty file", text: "", expected: [["1:1", "expected a mapping that begins with `version: 2`"]] },
  { name: "a list", text: "- a\n", expected: [["1:1", "the file: this list is not accepted"]] },
  {
    name: "no version",
    text: "default: defer\n",
    expected: [["1:1", "version: missing; expected 1 or 2"]],
  },
  {
    name: "another version",
    text: "version: 3\n",
    expected: [["1:10", "version: 3 is not accepted; expected 1 or 2"]],
  },
  {
    name: "version as text",
    text: 'version: "1"\n',
    expected: [["1:10", 'version: "1" is not accepted; expected 1 or 2']],
  },
  {
    name: "unknown key",
    text: `${V}defalt: defer\n`,
    expected: [["2:1", 'unknown key "defalt"; did you mean "default"? accepted: version, default, rules']],
  },
  {
    name: "unknown key, nothing near",
    text: `${V}colour: red\n`,
    expected: [["2:1", 'unknown key "colour"; accepted: version, default']],
  },
  { name: "duplicate key", text: `${V}default: defer\ndefault: reject\n`, expected: [["3:1", "duplicate key"]] },
  { name: "duplicate key below", text: `${V}limits:\n  steps: 1\n  steps: 2\n`, expected: [["4:3", "duplicate key"]] },
  { name: "YAML that does not parse", text: `${V}rules: [\n`, expected: [["3:1", "not valid YAML"]] },
  { name: "tab indentation", text: `${V}limits:\n\tsteps: 1\n`, expected: [["3:1", "not valid YAML"]] },
  { name: "two documents", text: `${V}---\n${V}`, expected: [["2:1", "a second document"]] },
  { name: "unknown tag", text: `${V}default: !js defer\n`, expected: [["2:10", "not valid YAML"]] },
  { name: "undefined alias", text: `${V}default: *x\n`, expected: [["2:10", "the alias *x has no anchor"]] },
  {
    name: "bad verdict",
    text: `${V}default: allow\n`,
    expected: [["2:10", 'default: "allow" is not accepted; expected one of: approve, reject, defer']],
  },
  { name: "verdict left empty", text: `${V}default:\n`, expected: [["2:1", "default: null is not accepted"]] },
  {
    name: "a model without its provider, and prices that are none",
    text: `${V}models:\n  qwen3: { window: 1 }\n  ollama/x: { price: { input: -1 }, idle: 5 }\n`,
    expected: [
      ["3:3", 'models.qwen3: expected a model as `provider/id`, like "ollama/qwen3:32b"'],
      ["4:22", "models.ollama/x.price.output: missing; expected a number from 0 to 10000"],
      ["4:31", "models.ollama/x.price.input: -1 is not accepted"],
      [
        "4:37",
        'unknown key "idle"; accepted: window, output, price, idle_seconds, vision, return_reasoning, wire, cap_field, thinking, parameters',
      ],
    ],
  },
  {
    name: "a model of an unknown provider, and misspelt settings of one",
    text: `${V}fallback_model: opneai/gpt-5\nmodels:\n  deepsek/x: { window: 64000 }\n  xai/y: { thinking: { form: efort, levels: [] } }\n  zai/z: { parameters: { messages: [], top_k: 5 }, cap_feild: max_tokens }\n`,
    expected: [
      [
        "2:17",
        'fallback_model: "opneai/gpt-5" is not accepted; expected a model of a known provider (did you mean openai/gpt-5?)',
      ],
      ["4:3", "models.deepsek/x: expected a model of a known provider (did you mean deepseek/x?)"],
      ["5:30", 'models.xai/y.thinking.form: "efort" is not accepted'],
      ["5:45", "models.xai/y.thinking.levels"],
      ["6:26", "models.zai/z.parameters.messages: expected a field that the runner does not fill itself"],
      ["6:52", 'models.zai/z.cap_feild: unknown key "cap_feild"'],
    ],
  },
  { name: "rules as mapping", text: `${V}rules: { a: 1 }\n`, expected: [["2:8", "expected a list of rules"]] },
  { name: "rule as text", text: `${V}rules:\n  - read\n`, expected: [["3:5", 'rules[0]: "read" is not accepted']] },
  {
    name: "rule without id",
    text: `${V}rules:\n  - approve: { read: ["**"] }\n`,
    expected: [["3:5", "rules[0].id: missing"]],
  },
  {
    name: "id with spaces",
    text: `${V}rules:\n  - { id: my rule, approve: { read: ["**"] } }\n`,
    expected: [["3:11", 'rules[0].id: "my rule"']],
  },
  {
    name: "id that is reserved",
    text: `${V}rules:\n  - { id: default, approve: { read: ["**"] } }\n`,
    expected: [["3:11", "an id other than the reserved ones"]],
  },
  {
    name: "id used twice",
    text: `${V}rules:\n  - { id: a, approve: { read: ["**"] } }\n  - { id: a, reject: { read: ["x"] } }\n`,
    expected: [["4:11", 'rules[1].id: "a" is not accepted; expected an id of its own; rules[0] has this one already']],
  },
  {
    name: "id used again in a profile",
    text: `${rule('approve: { read: ["**"] }')}profiles:\n  x:\n    rules:\n      - { id: a, reject: { read: ["x"] } }\n`,
    expected: [["8:15", "profiles.x.rules[0].id"]],
  },
  { name: "no verdict", text: rule("reason: why"), expected: [["3:5", "exactly one of: approve, reject, defer"]] },
  {
    name: "two verdicts",
    text: rule('approve: { read: ["a"] }\n    reject: { read: ["b"] }'),
    expected: [["3:5", "exactly one of: approve, reject, defer"]],
  },
  {
    name: "misspelt verdict",
    text: rule('aprove: { read: ["a"] }'),
    expected: [["4:5", 'unknown key "aprove"; did you mean "approve"?']],
  },
  {
    name: "no capability",
    text: rule("approve: {}"),
    expected: [["4:14", "at least one of: read, write, exec, mcp, net, github"]],
  },
  {
    name: "capability of a later version",
    text: rule('approve: { time: ["x"] }'),
    expected: [["4:16", 'unknown key "time"; accepted: read, write, exec, mcp, net, github']],
  },
  {
    name: "glob as text",
    text: rule("approve: { read: src }"),
    expected: [["4:22", 'approve.read: "src" is not accepted; expected a list of globs']],
  },
  { name: "no globs", text: rule("approve: { read: [] }"), expected: [["4:22", "at least one glob"]] },
  {
    name: "number as glob",
    text: rule("approve: { read: [1] }"),
    expected: [["4:23", "approve.read[0]: 1 is not accepted; expected a glob"]],
  },
  {
    name: "glob with ..",
    text: rule('approve: { write: ["src/../**"] }'),
    expected: [["4:24", 'without "." and ".." segments']],
  },
  {
    name: "glob with ./",
    text: rule('approve: { write: ["./src/**"] }'),
    expected: [["4:24", 'without "./", like "src/**"']],
  },
  {
    name: "negated glob",
    text: rule('approve: { write: ["!src/**"] }'),
    expected: [["4:24", "use a reject or defer rule for exceptions"]],
  },
  {
    name: "glob that ends in /",
    text: rule('approve: { write: ["src/"] }'),
    expected: [["4:24", '"src/**" for everything below']],
  },
  {
    name: "glob with an open bracket",
    text: rule('approve: { write: ["src/[a"] }'),
    expected: [["4:24", "brackets and braces are closed"]],
  },
  {
    name: "glob with **x",
    text: rule('approve: { write: ["src/**.ts"] }'),
    expected: [["4:24", '"**" as a whole path segment']],
  },
  {
    name: "glob with a regex",
    text: rule('approve: { write: ["src/(a|b)"] }'),
    expected: [["4:24", "a glob of names"]],
  },
  {
    name: "misspelt profile",
    text: rule('approve: { exec: ["git-raed"] }'),
    expected: [["4:23", 'did you mean "git-read"?']],
  },
  {
    name: "tools taken for profiles",
    text: rule('approve: { exec: ["maven", gotest] }'),
    expected: [
      ["4:23", 'did you mean "mvn **"?'],
      ["4:32", 'did you mean "test"?'],
    ],
  },
  {
    name: "pattern with a pipe",
    text: rule('approve: { exec: ["ls | wc"] }'),
    expected: [["4:23", "shell syntax and quotes have no place"]],
  },
  {
    name: "** in the middle",
    text: rule('approve: { exec: ["npm ** test"] }'),
    expected: [["4:23", '"**" only as the last word']],
  },
  {
    name: "any command by star",
    text: rule('reject: { exec: ["**"] }'),
    expected: [["4:22", '`exec: ["any"]` is every command']],
  },
  {
    name: "one alternative",
    text: rule('approve: { exec: ["npm run {lint}"] }'),
    expected: [["4:23", "at least two alternatives"]],
  },
  {
    name: "more alternatives than can be compared",
    text: rule(`approve: { exec: ["a ${"{b,c}".repeat(30)}"] }`),
    expected: [["4:23", "expected at most 200 alternatives of one word"]],
  },
  {
    name: "example that does not match",
    text: rule('approve: { exec: ["npm test"] }\n    match: ["npm test", "npm tset"]'),
    expected: [
      ["5:25", 'rules[0].match[1]: "npm tset" is not accepted; expected a command that rule "a" matches: it does not'],
    ],
  },
  {
    name: "example that matches",
    text: rule('reject: { exec: ["npm **"] }\n    not_match:\n      - "ls"\n      - "cd x && npm ci"'),
    expected: [
      [
        "7:9",
        'rules[0].not_match[1]: "cd x && npm ci" is not accepted; expected a command that rule "a" does not match: it does',
      ],
    ],
  },
  {
    name: "example that is not understood",
    text: rule('approve: { exec: ["echo **"] }\n    match: ["eval x"]'),
    expected: [["5:13", "not understood (eval runs text, or changes what later words mean)"]],
  },
  {
    name: "no steps",
    text: `${V}limits: { steps: 0 }\n`,
    expected: [["2:18", "limits.steps: 0 is not accepted; expected a whole number from 1 to 10000"]],
  },
  {
    name: "limit as text",
    text: `${V}limits: { minutes: "30" }\n`,
    expected: [["2:20", 'limits.minutes: "30" is not accepted; expected a number from 0.1 to 7200']],
  },
  {
    name: "limit that is not a number",
    text: `${V}limits: { cost_usd: .nan }\n`,
    expected: [["2:21", "limits.cost_usd"]],
  },
  { name: "unknown limit", text: `${V}limits: { step: 3 }\n`, expected: [["2:11", 'did you mean "steps"?']] },
  {
    name: "checks as text",
    text: `${V}limits: { verify: npm test }\n`,
    expected: [["2:19", 'limits.verify: "npm test" is not accepted; expected a list of commands, like ["npm test"]']],
  },
  {
    name: "checks that are none, each with its own words",
    text: `${V}limits:\n  verify:\n    - " "\n    - 3\n    - { comand: x }\n    - { command: x, timeout: 4000 }\n`,
    expected: [
      ["4:7", 'limits.verify[0]: " " is not accepted; expected a command line, like "npm test", or {'],
      ["5:7", 'limits.verify[1]: 3 is not accepted; expected a command line, like "npm test", or {'],
      ["6:7", "limits.verify[2].command: missing; expected a command line"],
      ["6:9", 'unknown key "comand"; did you mean "command"? accepted: command, timeout'],
      ["7:30", "limits.verify[3].timeout: 4000 is not accepted; expected a whole number from 1 to 3600"],
    ],
  },
  {
    name: "eleven checks",
    text: `${V}limits: { verify: [${Array.from({ length: 11 }, () => "x").join(", ")}] }\n`,
    expected: [["2:19", "expected at most 10 entries"]],
  },
  {
    name: "unknown event of a hook",
    text: `${V}hooks:\n  - { event: PreTool, command: x }\n`,
    expected: [
      [
        "3:14",
        'hooks[0].event: "PreTool" is not accepted; expected one of: UserPromptSubmit, PreToolUse, Stop, PostToolUse, PostToolUseFailure, StopFailure, SessionStart, SessionEnd, SubagentStart, SubagentStop, PreCompact, PostCompact, Notification',
      ],
    ],
  },
  {
    name: "hook with a bad matcher",
    text: `${V}hooks:\n  - { event: PreToolUse, command: x, matcher: "write_(" }\n`,
    expected: [
      ["3:47", 'hooks[0].matcher: "write_(" is not accepted; expected a regular expression (Unterminated group)'],
    ],
  },
  {
    name: "matcher where nothing is compared with it, in a profile",
    text: `${V}profiles:\n  x: { hooks: [{ event: Stop, command: x, matcher: a }] }\n`,
    expected: [
      [
        "3:52",
        'profiles.x.hooks[0].matcher: "a" is not accepted; expected no matcher: Stop has no target to compare it with',
      ],
    ],
  },
  {
    name: "hook that takes too long, fails in a third way and has no command",
    text: `${V}hooks:\n  - { event: Stop, timeout: 601, fail: maybe }\n`,
    expected: [
      ["3:5", "hooks[0].command: missing; expected a command line"],
      ["3:29", "hooks[0].timeout: 601 is not accepted; expected a whole number from 1 to 600"],
      ["3:40", 'hooks[0].fail: "maybe" is not accepted; expected one of: closed, open'],
    ],
  },
  {
    name: "unknown key of a hook",
    text: `${V}hooks: [{ event: Stop, command: x, mather: y }]\n`,
    expected: [["2:36", 'did you mean "matcher"? accepted: event, command, matcher, timeout, fail']],
  },
  {
    name: "unknown level",
    text: `${V}sandbox: { minimum: docker }\n`,
    expected: [["2:21", "one of: sealed, separate, none"]],
  },
  {
    name: "what the cell sees of the machine",
    text: `${V}sandbox: { caches: write, readonly: [/srv/x, "~/", /etc, ../a, "~/../b"] }\n`,
    expected: [
      ["2:20", "one of: copy, read, none"],
      ["2:46", "a folder or file"],
      ["2:52", "a folder or file"],
      ["2:58", "a folder or file"],
      ["2:64", "a folder or file"],
    ],
  },
  {
    name: "credentials of the user in the cell",
    text: `${V}sandbox: { readonly: [~/.ssh, /home/u/.aws/, ~/.config/gh, ~/.config, ~/.ssh/id_ed25519, ~/.ssh/known_hosts, ~/.cargo, ~/.cargo/registry] }\n`,
    expected: ["2:23", "2:31", "2:46", "2:60", "2:71", "2:110"].map((at) => [
      at,
      "a folder or file that is not for credentials",
    ]),
  },
  {
    name: "setup of the cell",
    text: `${V}sandbox: { setup: { run: [" "], keys: [/etc/x, ../y], on_failure: retry, script: true } }\n`,
    expected: [
      ["2:27", "a command line"],
      ["2:40", "a file of the workspace"],
      ["2:48", "a file of the workspace"],
      ["2:67", "one of: stop, continue"],
      ["2:74", 'did you mean "scripts"?'],
    ],
  },
  {
    name: "variables of the cell",
    text: `${V}sandbox: { env: { LEVEL: high, NPM_TOKEN: a, DB_PASSWORD: b, PATH: c, LD_PRELOAD: d } }\n`,
    expected: [
      ["2:32", "whose name does not look like a secret"],
      ["2:46", "whose name does not look like a secret"],
      ["2:62", "whose name does not look like a secret"],
      ["2:71", "whose name does not look like a secret"],
    ],
  },
  {
    name: "limits of the cell",
    text: `${V}sandbox: { memory: 4GB, processes: 3, nice: 20 }\n`,
    expected: [
      ["2:20", '"4 GiB"'],
      ["2:36", "16"],
      ["2:45", "19"],
    ],
  },
  {
    name: "network hosts",
    text: `${V}sandbox: { network: [registry.npmjs.org, "*.npmjs.org", 127.0.0.1, "https://a.b", a.b:0] }\n`,
    expected: [
      ["2:42", 'an exact host in lower case, like "registry.npmjs.org"'],
      ["2:57", "an exact host in lower case"],
      ["2:68", "an exact host in lower case"],
      ["2:83", "an exact host in lower case"],
    ],
  },
  {
    name: "network groups and private hosts",
    text: `${V}sandbox:\n  network:\n    - nmp\n    - { host: npm, plain: true }\n    - { host: a.b, addresses: [10.0.0.0/33, 10.0.0.1, 0.0.0.0/0] }\n    - { host: a.b, adresses: [] }\n    - [npm]\n`,
    expected: [
      ["4:7", 'or a group: npm, pypi, crates, go, maven, gradle, rubygems, nuget, packagist (did you mean "npm"?)'],
      ["5:27", "no plain for a group; list its host"],
      ["6:32", 'a range of addresses, like "10.20.0.0/16"'],
      ["6:45", "a range of addresses"],
      ["6:55", "a range of addresses"],
      ["7:20", 'unknown key "adresses"; did you mean "addresses"? accepted: host, addresses, plain'],
      ["8:7", "a host or a group"],
    ],
  },
  {
    name: "a character that no program takes",
    text: `${V}sandbox:\n  env: { A: "x\\0y" }\n`,
    expected: [
      [
        "3:13",
        'sandbox.env.A: "x\\u0000y" is not accepted; expected a string of at most 4000 characters; without U+0000',
      ],
    ],
  },
  {
    name: "services and certificates",
    text: `${V}sandbox:\n  services: [localhost, "redis:80", "localhost:2375", "db.internal:5432", "127.0.0.1:5432", "-a:5432"]\n  ca: [ca.pem]\n`,
    expected: [
      ["3:14", 'like "localhost:5432" or "redis:6379"; the port is 1024 or more'],
      ["3:25", "the port is 1024 or more"],
      ["3:37", "never a container engine, which is root on this machine"],
      ["3:55", "the name and port of a server"],
      ["3:75", "the name and port of a server"],
      ["3:93", "the name and port of a server"],
      ["4:8", 'a file, absolute or below the home folder, like "/etc/ssl/corp.pem"'],
    ],
  },
  {
    name: "unknown permission",
    text: `${V}approvers: { permission: read }\n`,
    expected: [["2:26", "one of: write, maintain, admin"]],
  },
  {
    name: "code owners by name",
    text: `${V}approvers: { code_owners: ["@alice"] }\n`,
    expected: [["2:27", "true or false"]],
  },
  {
    name: "session approvals for a time",
    text: `${V}approvers: { session: 2h }\n`,
    expected: [["2:23", "true or false"]],
  },
  {
    name: "expiry of a month",
    text: `${V}approvers: { expires_hours: 720 }\n`,
    expected: [["2:29", "a number from 0.1 to 168"]],
  },
  {
    name: "unknown way to publish",
    text: `${V}publish: { pull_request: true }\n`,
    expected: [["2:26", "one of: draft, ready, none"]],
  },
  {
    name: "bad protected glob",
    text: `${V}publish: { protected: ["/etc/../x"] }\n`,
    expected: [["2:24", "publish.protected[0]"]],
  },
  {
    name: "bad glob of an earlier step's files",
    text: `${V}publish: { include: ["src/", "/gen/**", gen] }\n`,
    expected: [
      ["2:22", '"src/**" for everything below the directory'],
      ["2:30", "a glob from the workspace root"],
    ],
  },
  {
    name: "an earlier step's files as one glob",
    text: `${V}publish: { include: gen }\n`,
    expected: [["2:21", "a list of globs"]],
  },
  {
    name: "filters that encrypt or keep large files, published as they are",
    text: `${V}publish:\n  filters:\n    git-crypt-team: as-is\n    Crypt: as-is\n    lfs: as-is\n    a b: as-is\n    nbstripout: strip\n`,
    expected: [
      ["4:5", "publish.filters.git-crypt-team: expected another filter: without one that encrypts, secrets"],
      ["5:5", "without one that encrypts, secrets would be published in plain text"],
      ["6:5", "expected another filter: without lfs, large files would become a part of the history"],
      ["7:5", "without spaces, as in .gitattributes"],
      ["8:17", "one of: as-is"],
    ],
  },
  {
    name: "mistake in a profile",
    text: `${V}profiles:\n  schedule: { default: no }\n`,
    expected: [["3:24", 'profiles.schedule.default: "no"']],
  },
  {
    name: "profile inside a profile",
    text: `${V}profiles:\n  schedule: { profiles: {} }\n`,
    expected: [["3:15", 'unknown key "profiles"']],
  },
  {
    name: "bad profile name",
    text: `${V}profiles:\n  Schedule: { default: reject }\n`,
    expected: [["3:3", "a lower-case profile name"]],
  },
  {
    name: "several at once, in the order of the file",
    text: `${V}default: maybe\nrules:\n  - { id: a, approve: { raed: ["x"] } }\nlimits: { steps: -1 }\n`,
    expected: [
      ["2:10", "default"],
      ["4:25", 'did you mean "read"?'],
      ["5:18", "limits.steps: -1"],
    ],
  },
];
