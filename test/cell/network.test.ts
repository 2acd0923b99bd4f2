/** Everyday tools in a sealed cell whose policy lists hosts, against servers of this machine. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo, type Socket } from "node:net";
import { join, relative } from "node:path";
import { test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { toolFolders, toolVariables } from "../../src/cell/process/environment.ts";
import type { Machine } from "../../src/cell/registries/machine.ts";
import { NETWORK_SOCKET } from "../../src/cell/sealed/plan-sealed.ts";
import { give, SKIP_UNLESS_ROOT, STRANGER } from "../doubles/as-user.ts";
import { hostname } from "node:os";
import { IS_FULL } from "../doubles/size.ts";
import { openTestCell, SKIP_SEALED, type TestCell } from "../doubles/cell.ts";
import { createRepository } from "../doubles/repository.ts";
import { createScratch } from "../doubles/scratch.ts";
import { makeCertificate, serveFiles, type FileServer } from "../doubles/tls.ts";

const HOST = "registry.example.test";

interface World {
  readonly cell: TestCell;
  readonly server: FileServer;
  readonly denied: readonly string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** A cell that reaches `HOST`, which has these files; every other host would be the same server. */
async function setUp(files: Readonly<Record<string, string | Buffer>>, owner?: number): Promise<World> {
  const scratch = createScratch();
  const repository = createRepository({ files: { "a.txt": "a\n" } });
  const certificate = makeCertificate(scratch.dir, [HOST]);
  const ca = join(repository.dir, "ca.pem");
  writeFileSync(ca, certificate.cert);
  if (owner !== undefined) give(repository.dir, owner);
  const server = await serveFiles(certificate, files);
  const trust = ["NODE_EXTRA_CA_CERTS", "PIP_CERT", "GIT_SSL_CAINFO", "SSL_CERT_FILE", "CURL_CA_BUNDLE"];
  const env = Object.fromEntries(trust.map((name) => [name, ca]));
  const cell = await openTestCell({ want: "sealed", repository, options: { env } });
  const denied: string[] = [];
  await cell.openNetwork({
    hosts: [HOST],
    onDenied: (text) => denied.push(text),
    outside: {
      resolve: async () => ["93.184.216.34"],
      connect: () => connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }),
    },
  });
  return {
    cell,
    server,
    denied,
    async [Symbol.asyncDispose]() {
      await cell[Symbol.asyncDispose]();
      server[Symbol.dispose]();
      scratch[Symbol.dispose]();
    },
  };
}

/** Why a test of a tool is skipped, or false. */
const sealedWithout = (...tools: readonly string[]): string | false => SKIP_SEALED || without(...tools);

/** Files of a folder by `HOST/path`. */
function filesOf(folder: string): Record<string, Buffer> {
  const paths = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    paths.map(({ parentPath, name }) => {
      const path = join(parentPath, name);
      return [`${HOST}/${relative(folder, path)}`, readFileSync(path)];
    }),
  );
}

const OTHER = `The cell was refused other.example.test:443 on the network: the policy's sandbox.network does not list it.`;

test("a listed host is reached, and no other is", { skip: sealedWithout("python3") }, async () => {
  await using world = await setUp({ [`${HOST}/hello`]: "hello\n" });
  const { cell, denied, server } = world;
  const python = `python3 -c 'import urllib.request as u; print(u.urlopen("https://${HOST}/hello").read())'`;
  assert.equal((await cell.sh(python)).output, "b'hello\\n'\n");
  assert.match((await cell.sh(python.replace("https", "http"))).output, /HTTP Error 405: Method Not Allowed/);
  assert.match(
    (await cell.sh(python.replace(HOST, "other.example.test"))).output,
    /Tunnel connection failed: 403 Forbidden/,
  );
  assert.deepEqual(
    denied.toSorted(),
    [
      OTHER,
      `The cell was refused http://${HOST}/hello on the network: only https works here: plain http is not passed on.`,
    ].toSorted(),
  );
  assert.deepEqual(server.requests, [`${HOST}/hello`]);
  // Nothing but the proxy: no name resolves, no address answers, and who goes to the socket itself meets the same rules.
  const python3 = 'python3 -c \'import socket; s = socket.socket(socket.AF_UNIX); s.connect("/opt/kimi/net/proxy");';
  const direct = `${python3} s.send(b"CONNECT 127.0.0.1:22 HTTP/1.1\\r\\n\\r\\n"); print(s.recv(99)[:24])'`;
  assert.equal((await cell.sh(direct)).output, "b'HTTP/1.1 400 Bad Request'\n");
  assert.equal((await cell.sh(`getent hosts ${HOST}; exec 3<>/dev/tcp/93.184.216.34/443`)).code, 1);
});

const REFUSED_HOST = "[network] HOST refused; add it to sandbox.network";

/** What lists a public registry, with all its hosts. */
const GROUPS: Readonly<Record<string, string>> = {
  "registry.npmjs.org:443": "npm",
  "pypi.org:443": "pypi",
  "proxy.golang.org:443": "go",
  "index.crates.io:443": "crates",
};

/** Each takes ten seconds and more where nothing answers it: it repeats, and waits between two attempts. */
const INSTALLS: readonly (readonly [tools: readonly string[], command: string, host: string])[] = [
  [["npm"], "npm install --cache /tmp/npm planted", "registry.npmjs.org:443"],
  [
    ["pip"],
    "PIP_BREAK_SYSTEM_PACKAGES=1 pip install --disable-pip-version-check --index-url https://pypi.org/simple planted",
    "pypi.org:443",
  ],
  [
    ["go"],
    "cd go; GOPROXY=https://proxy.golang.org GOPATH=/tmp/go GOCACHE=/tmp/gocache go mod download",
    "proxy.golang.org:443",
  ],
  [["cargo"], "cd cargo; CARGO_HOME=/tmp/cargo cargo fetch", "index.crates.io:443"],
  [["curl"], "curl -sS https://example.test/", "example.test:443"],
  [["git"], "git ls-remote https://git.example.test:8443/r.git", "git.example.test:8443"],
];

test(
  "without hosts every tool is refused at once, and its command is told which line would allow it",
  {
    skip: SKIP_SEALED,
  },
  async (t) => {
    await using cell = await openTestCell({
      want: "sealed",
      files: {
        "go/go.mod": "module x\n\ngo 1.20\n\nrequire example.test/planted v1.0.0\n",
        "cargo/Cargo.toml": '[package]\nname = "x"\nversion = "0.1.0"\n[dependencies]\nplanted = "1"\n',
        "cargo/src/lib.rs": "",
      },
      options: { env: toolVariables(process.env), toolDirs: toolFolders(process.env) },
    });
    const denied: string[] = [];
    await cell.openNetwork({ hosts: [], onDenied: (text) => denied.push(text) });
    for (const [tools, command, host] of INSTALLS) {
      if (
        sealedWithout(...tools) !== false ||
        (await cell.sh(`${tools[0]} --version || ${tools[0]} version`)).code !== 0
      ) {
        t.diagnostic(`not installed: ${tools.join(", ")}`);
        continue;
      }
      const reply = await cell.sh(command, { timeoutMs: 60_000 });
      const group = GROUPS[host];
      const line = REFUSED_HOST.replace("HOST", host).replace(
        "it to",
        group === undefined ? "it to" : `the group ${group} to`,
      );
      assert.deepEqual([command, reply.code === 0, reply.refusals], [command, false, [line]], reply.output);
      assert.ok(reply.durationMs < 9000, `${command} took ${reply.durationMs} ms`);
    }
    assert.deepEqual(await cell.sh("echo $UV_OFFLINE").then(({ output, refusals }) => [output, refusals]), [
      "1\n",
      undefined,
    ]);
    const java = await cell.sh(
      "grep -o '<port>3128' ~/.m2/settings.xml; grep https.proxyPort ~/.gradle/gradle.properties",
    );
    assert.equal(java.output, "<port>3128\n<port>3128\nsystemProp.https.proxyPort=3128\n");
    const started = await cell.startBackground({
      command:
        "bash -c 'exec 3<>/dev/tcp/127.0.0.1/3128; printf \"CONNECT a.example.test:443 HTTP/1.1\\r\\n\\r\\n\" >&3; cat <&3'",
      cwd: ".",
      timeoutMs: 20_000,
      maxOutputBytes: 1000,
    });
    const ended = await cell.readBackground(started.id, { waitMs: 20_000 });
    assert.match(ended.output, /^HTTP\/1\.1 403 Forbidden/);
    assert.deepEqual(ended.refusals, [REFUSED_HOST.replace("HOST", "a.example.test:443")]);
  },
);

/** The sockets of the path have no timeout: with one, Linux refuses them where the queue is full for a moment. */
const CROWD = `
import os, resource, socket, time
limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
port, held = int(os.environ["HTTPS_PROXY"].split(":")[-1]), []
for number in range(3600):
    try:
        if number % 2: one = socket.socket(socket.AF_UNIX); one.connect(SOCKET)
        else: one = socket.create_connection(("127.0.0.1", port), 9)
        held.append(one)
    except OSError: pass
print(len(held), flush=True)
time.sleep(300)
`.replace("SOCKET", JSON.stringify(NETWORK_SOCKET.inCell));

test(
  "a private registry of plain http, and one whose range is not the host's",
  { skip: sealedWithout("curl") },
  async () => {
    const server = createServer((_, response) => response.end("plain\n")).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await using cell = await openTestCell({ want: "sealed" });
    const ways = await cell.openNetwork({
      hosts: [
        { host: "nexus.corp.test:8081", addresses: ["10.20.0.0/16"], plain: true },
        { host: "npm.corp.test", addresses: ["10.21.0.0/16"] },
      ],
      onDenied: () => {},
      outside: {
        resolve: async () => ["10.20.0.7"],
        connect: () => connect({ port, host: "127.0.0.1", allowHalfOpen: true }),
      },
    });
    assert.deepEqual(ways, ["nexus.corp.test:8081", "npm.corp.test"]);
    assert.equal((await cell.sh("curl -sS http://nexus.corp.test:8081/a")).output, "plain\n");
    assert.deepEqual((await cell.sh("curl -sS http://169.254.169.254/latest https://npm.corp.test/")).refusals, [
      `[network] "http://169.254.169.254/latest" refused: only https works here: plain http is not passed on`,
      `[network] "npm.corp.test:443" refused: npm.corp.test is 10.20.0.7, which is outside the addresses that the policy names for it`,
    ]);
    server.close();
  },
);

/** Tools that look for certificates under different names, and a command of each that needs them. */
const JAVA = `public class Get {
  public static void main(String[] words) throws Exception {
    new java.net.URI(words[0]).toURL().openStream().readAllBytes();
  }
}`;

const TRUSTING: readonly (readonly [tool: string, command: string])[] = [
  ["curl", `curl -sSf https://${HOST}/hello`],
  ["python3", `python3 -c 'import urllib.request as u; u.urlopen("https://${HOST}/hello").read()'`],
  ["npm", `npm view --cache /tmp/npm --registry https://${HOST}/ planted version`],
  [
    "pip",
    `pip download -q --no-deps --disable-pip-version-check --index-url https://${HOST}/simple planted -d /tmp/pip`,
  ],
  ["git", `git ls-remote https://${HOST}/r.git`],
  [
    "go",
    `cd /tmp; GOPROXY=https://${HOST} GONOSUMDB='*' GOTOOLCHAIN=local GOPATH=/tmp/go go list -m example.test/planted@v1.0.0`,
  ],
  [
    "java",
    `cd /tmp; echo '${JAVA}' > Get.java && java -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=3128 Get.java https://${HOST}/hello`,
  ],
];

test(
  "certificates that this machine's variables and the policy name hold in the cell for every tool, without a key",
  { skip: SKIP_SEALED },
  async () => {
    using scratch = createScratch();
    using more = createScratch();
    const certificate = makeCertificate(scratch.dir, [HOST]);
    const other = makeCertificate(more.dir, ["other.example.test"]);
    const both = join(scratch.dir, "both.pem");
    writeFileSync(both, `# ours\n${certificate.key}\n${certificate.cert}\n${certificate.cert}`);
    const wheel = "planted-1.0.0-py3-none-any.whl";
    using origin = createRepository({ files: { "far.txt": "far\n" } });
    const bare = join(scratch.dir, "web", "r.git");
    origin.git("clone", "-q", "--bare", origin.dir, bare);
    origin.git("--git-dir", bare, "update-server-info");
    execFileSync("python3", ["-c", WHEEL], { cwd: scratch.dir });
    using server = await serveFiles(certificate, {
      ...filesOf(join(scratch.dir, "web")),
      [`${HOST}/hello`]: "hello\n",
      [`${HOST}/planted`]: JSON.stringify({
        name: "planted",
        "dist-tags": { latest: "1.0.0" },
        versions: { "1.0.0": { name: "planted", version: "1.0.0" } },
      }),
      [`${HOST}/simple/planted/`]: `<a href="/files/${wheel}">${wheel}</a>`,
      [`${HOST}/files/${wheel}`]: readFileSync(join(scratch.dir, wheel)),
      [`${HOST}/example.test/planted/@v/v1.0.0.info`]: `{"Version":"v1.0.0","Time":"2026-01-01T00:00:00Z"}`,
    });
    const open = async (machine: Machine, ca: readonly string[]): Promise<{ cell: TestCell; said: string[] }> => {
      const cell = await openTestCell({
        want: "sealed",
        options: { env: toolVariables(process.env), toolDirs: toolFolders(process.env) },
      });
      const said: string[] = [];
      await cell.openNetwork({
        hosts: [HOST],
        machine,
        ca,
        onDenied: (text) => said.push(text),
        outside: {
          resolve: async () => ["93.184.216.34"],
          connect: () => connect({ port: server.port, host: "127.0.0.1", allowHalfOpen: true }),
        },
      });
      return { cell, said };
    };
    const machine = { env: { NODE_EXTRA_CA_CERTS: both, PIP_CERT: "/nowhere.pem" }, home: undefined, read: () => "" };
    const { cell, said } = await open(machine, [other.path]);
    await using closing = cell;
    for (const [tool, command] of TRUSTING) {
      if (sealedWithout(tool) !== false || (await cell.sh(`${tool} --version || ${tool} version`)).code !== 0) continue;
      const reply = await cell.sh(command, { timeoutMs: 60_000 });
      assert.equal(reply.code, 0, `${command}: ${reply.output}`);
    }
    assert.deepEqual(said, ["Certificates for the cell: PIP_CERT names /nowhere.pem: it cannot be read."]);
    const bundle = (await cell.sh('cat "$SSL_CERT_FILE"', { maxOutputBytes: 4_000_000 })).output;
    const count = (text: string): number => bundle.split(text).length - 1;
    const bodyOf = (pem: string): string => pem.split("\n").slice(1, 3).join("\n");
    assert.deepEqual(
      [count("PRIVATE"), count("ours"), count(bodyOf(certificate.cert)), count(bodyOf(other.cert))],
      [0, 0, 1, 1],
    );
    const system = { env: { SSL_CERT_FILE: "/etc/ssl/certs/ca-certificates.crt" }, home: undefined, read: () => "" };
    const plain = await open(system, []);
    await using alsoClosing = plain.cell;
    assert.match(
      (await plain.cell.sh('echo "$PIP_CERT"; ls /opt/kimi/net')).output,
      /^\/etc\/ssl\/certs\/ca-certificates.crt\nhosts\nproxy\n$/,
    );
    void closing;
    void alsoClosing;
  },
);

/** Answers each line with its own name and the line. */
async function lineServer(name: string): Promise<{ readonly port: number; readonly [Symbol.dispose]: () => void }> {
  const open = new Set<Socket>();
  const server = createTcpServer((socket) => {
    open.add(socket.on("error", () => {}));
    socket.on("data", (chunk) => socket.write(`${name} ${String(chunk)}`));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    [Symbol.dispose]() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

test(
  "services of this machine are reached by their names and ports, and nothing else of it is",
  { skip: SKIP_SEALED },
  async () => {
    using database = await lineServer("database");
    using cache = await lineServer("cache");
    await using cell = await openTestCell({ want: "sealed" });
    const denied: string[] = [];
    const where: Readonly<Record<string, readonly string[]>> = {
      localhost: ["127.0.0.1"],
      redis: ["172.18.0.2"],
      other: ["172.18.0.3"],
      leaves: ["93.184.216.34"],
      cloud: ["169.254.169.254"],
    };
    const dialled: string[] = [];
    const services = ["localhost:5432", "redis:5432", "other:5432", "leaves:5432", "cloud:5432", "nowhere:5432"];
    const places = await cell.openNetwork({
      hosts: [],
      services,
      onDenied: (text) => denied.push(text),
      outside: {
        resolve: async (host) => where[host] ?? [],
        connect: (address, port) => {
          dialled.push(`${address}:${port}`);
          const near = address === "127.0.0.1" ? database.port : address === "172.18.0.2" ? cache.port : 1;
          return connect({ port: near, host: "127.0.0.1", allowHalfOpen: true });
        },
      },
    });
    assert.deepEqual(
      places,
      services.map((service) => `service ${service}`),
    );
    const ask = async (host: string, port = 5432) =>
      await cell.sh(`exec 3<>/dev/tcp/${host}/${port} && echo select >&3 && timeout 5 head -n 1 <&3`);
    assert.equal((await ask("localhost")).output, "database select\n");
    assert.equal((await ask("127.0.0.1")).output, "database select\n");
    assert.equal((await ask("redis")).output, "cache select\n");
    const inside = "a service is on this machine or in a private network";
    const refused = {
      other: "it does not answer on this machine; start it before the run",
      leaves: `its name is 93.184.216.34; ${inside}`,
      cloud: `its name is 169.254.169.254; ${inside}`,
      nowhere: `its name does not resolve here; ${inside}`,
    };
    for (const [name, why] of Object.entries(refused)) {
      const reply = await ask(name);
      assert.deepEqual([reply.output, reply.refusals], ["", [`[network] service ${name}:5432: ${why}`]]);
    }
    assert.deepEqual(dialled, ["127.0.0.1:5432", "127.0.0.1:5432", "172.18.0.2:5432", "172.18.0.3:5432"]);
    for (const port of [database.port, cache.port, 22]) assert.equal((await ask("localhost", port)).code, 1);
    assert.match(
      (await cell.sh("echo $UV_OFFLINE$NO_PROXY; getent hosts redis")).output,
      /^localhost,127\.0\.0\.1,::1,redis,other,leaves,cloud,nowhere\n127\.0\.0\.2\s+redis\n$/,
    );
  },
);

test("no service is the container engine, the model or the proxy of this machine", { skip: SKIP_SEALED }, async () => {
  await using cell = await openTestCell({ want: "sealed" });
  const env = {
    OPENAI_BASE_URL: "http://localhost:8010/v1",
    HTTPS_PROXY: "http://me:pw@127.0.0.1:3129",
    XYZ_BASE_URL: "http://llm:4000",
  };
  const asked = [
    "localhost:2375",
    "localhost:8010",
    "localhost:3129",
    "localhost:3128",
    "llm:4000",
    "localhost:443",
    "a.b:5432",
  ];
  for (const service of asked) {
    const options = {
      hosts: [],
      services: [service],
      machine: { env, home: undefined, read: () => "" },
      onDenied: () => {},
    };
    await assert.rejects(cell.openNetwork(options), { code: "config.invalid" }, service);
    rmSync(join(cell.scratchDir, NETWORK_SOCKET.inScratch), { force: true });
  }
});

test(
  "3600 sockets at once take nothing from the controller or from later commands",
  { skip: sealedWithout("python3") },
  async () => {
    const answer = Buffer.from("yes");
    await using world = await setUp({ [`${HOST}/a`]: answer });
    const { cell } = world;
    writeFileSync(join(cell.repository.dir, "crowd.py"), CROWD);
    const { id } = await cell.startBackground({
      command: "python3 crowd.py",
      cwd: ".",
      timeoutMs: 300_000,
      maxOutputBytes: 1000,
    });
    const opened = async (): Promise<string> => (await cell.readBackground(id, { waitMs: 200 })).output;
    while ((await opened()) === "");
    assert.ok(Number(await opened()) > 3000, await opened());
    const descriptors = readdirSync("/proc/self/fd").length;
    assert.ok(descriptors < 300, `${descriptors} descriptors of this process are open`);
    assert.match(execFileSync("git", ["--version"], { encoding: "utf8" }), /^git version/);
    assert.equal((await cell.sh("git --version && echo works")).output.trim().split("\n").at(-1), "works");
    await delay(1500); // the refused ones are given a second to close their ends
    const fetched = await cell.sh(
      `python3 -c 'import urllib.request as u; print(u.urlopen("https://${HOST}/a").read())'`,
    );
    assert.equal(fetched.output, "b'yes'\n");
    await cell.stopBackground(id);
  },
);

const SERVER = `
const { createServer } = require("node:http");
createServer((asked, answer) => {
  let length = 0;
  asked.on("data", (chunk) => (length += chunk.length)).on("end", () => answer.end(asked.method + " " + asked.url + " " + length + "\\n"));
}).listen(8123, "::", () => console.log("ready"));`;

/** Names of the cell's own machine. Each client gets all of them as arguments and prints what each one answers. */
const OWN = [
  "localhost",
  "127.0.0.1",
  "127.0.0.2",
  "[::1]",
  "0.0.0.0",
  "[::]",
  hostname(),
  "127.1",
  "LOCALHOST",
  "127.255.255.254",
  "[::ffff:127.0.0.1]",
];

const NODE_CLIENT = `const { get } = require("node:http");
const http = (url) => new Promise((done) => get(url, async (answer) => done((await answer.toArray()).join(""))).on("error", done));
const ask = process.argv[1] === "http" ? http : async (url) => await (await fetch(url)).text();
(async () => { for (const url of process.argv.slice(2)) process.stdout.write(String(await ask(url).catch((error) => error.cause ?? error))); })();`;
const GO_CLIENT = `package main
import ("fmt"; "io"; "net/http"; "os")
func main() { for _, url := range os.Args[1:] { answer, err := http.Get(url); if err != nil { fmt.Println(err); continue }; text, _ := io.ReadAll(answer.Body); fmt.Print(string(text)) } }`;
const JAVA_CLIENT = `import java.net.*; import java.net.http.*;
public class Ask { public static void main(String[] urls) throws Exception { for (String url : urls)
  System.out.print(HttpClient.newHttpClient().send(HttpRequest.newBuilder(new URI(url)).build(), HttpResponse.BodyHandlers.ofString()).body()); } }`;
const PYTHON_CLIENT = (ask: string): string =>
  `python3 -c 'import sys, urllib.request as u${ask.startsWith("u.") ? "" : ", requests"}\nfor url in sys.argv[1:]: print(${ask}, end="")'`;

/** How it is known that a client is there, and a name that it refuses by itself. */
const CLIENTS: readonly (readonly [probe: string, command: string, cannot?: string])[] = [
  ["curl -V", "curl -sS"],
  ["wget -V", "wget -t 1 -qO-"],
  ["python3 -V", PYTHON_CLIENT("u.urlopen(url).read().decode()")],
  ["node -v", 'node -e "$(cat client.cjs)" http'],
  ["node -v", 'node -e "$(cat client.cjs)" fetch'],
];
/** Those that are slow to start. */
const MORE_CLIENTS: typeof CLIENTS = [
  ["python3 -c 'import requests'", PYTHON_CLIENT("requests.get(url).text")],
  ["go version", "go run ask.go"],
  ["java --version", "java Ask.java", "127.1"],
  ["perl -MHTTP::Tiny -e 1", "perl -MHTTP::Tiny -e 'print HTTP::Tiny->new->get($_)->{content} for @ARGV'"],
];

/** Whether a user's cell is meant, and one with a copy of the workspace. */
const CELLS = [
  [undefined, "overlay"],
  [undefined, "direct"],
  [STRANGER, "overlay"],
  [STRANGER, "direct"],
] as const;

for (const [owner, isolation] of IS_FULL ? CELLS : CELLS.slice(0, 1)) {
  const name = `servers of the cell's own are reached by every name, and nothing else is (${owner ?? "own"}, ${isolation})`;
  const skip = SKIP_SEALED || (owner !== undefined && SKIP_UNLESS_ROOT);
  test(name, { skip }, async (t) => {
    using database = await lineServer("database");
    const files = { "server.cjs": SERVER, "client.cjs": NODE_CLIENT, "ask.go": GO_CLIENT, "Ask.java": JAVA_CLIENT };
    const repository = createRepository({ files });
    if (owner !== undefined) give(repository.dir, owner);
    const env = toolVariables(process.env);
    await using cell = await openTestCell({
      want: "sealed",
      repository,
      options: { isolation, env, toolDirs: toolFolders(process.env) },
    });
    t.after(async () => await cell.releaseOverlay());
    const denied: string[] = [];
    const dialled: string[] = [];
    await cell.openNetwork({
      hosts: [],
      services: ["db:5432"],
      onDenied: (text) => denied.push(text),
      outside: {
        resolve: async () => ["172.18.0.2"],
        connect: (address, port) => {
          dialled.push(`${address}:${port}`);
          return connect({ port: database.port, host: "127.0.0.1", allowHalfOpen: true });
        },
      },
    });
    const server = await cell.startBackground({
      command: "exec node server.cjs",
      cwd: ".",
      timeoutMs: 300_000,
      maxOutputBytes: 1000,
    });
    for (
      let left = 300, said = "";
      said !== "ready\n";
      said = (await cell.readBackground(server.id, { waitMs: 100 })).output
    )
      assert.ok(left-- > 0, said);
    for (const [probe, command, cannot = ""] of IS_FULL ? [...CLIENTS, ...MORE_CLIENTS] : CLIENTS) {
      const urls = OWN.filter((host) => host !== cannot).map((host) => `http://${host}:8123/a`);
      const limits = { timeoutMs: 120_000 };
      if ((await cell.sh(probe)).code !== 0) t.diagnostic(`not installed: ${probe}`);
      else
        assert.deepEqual(
          [command, (await cell.sh(`${command} ${urls.join(" ")}`, limits)).output],
          [command, "GET /a 0\n".repeat(urls.length)],
        );
    }
    // More than one request for one client, a body, a tunnel, a service of the policy, a port at which nothing listens.
    const more = await cell.sh(
      `curl -sS http://0.0.0.0:8123/a http://[::]:8123/b -d @client.cjs; curl -sSp http://0.0.0.0:8123/c;
       exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT db:5432 HTTP/1.1\\r\\n\\r\\nselect\\n' >&3; timeout 9 head -n 3 <&3 | tail -n 1;
       curl -s http://0.0.0.0:8124/; echo $?; curl -sSp http://[::]:8124/ 2>&1; echo $?`,
    );
    const size = NODE_CLIENT.replaceAll("\n", "").length;
    assert.equal(
      more.output.replace(/\ncurl: .*502\n/, "\n502\n"),
      `POST /a ${size}\nPOST /b ${size}\nGET /c 0\ndatabase select\n56\n502\n56\n`,
    );
    assert.deepEqual([denied, dialled], [[], ["172.18.0.2:5432"]]);
    // Nothing of the host's loopback is reached, by no name.
    for (const host of OWN) {
      const { output } = await cell.sh(
        `curl -sS http://${host}:${database.port}/ 2>&1; curl -sSp http://${host}:${database.port}/ 2>&1`,
      );
      assert.doesNotMatch(output, /database/);
    }
    assert.deepEqual(denied, []);
  });
}

test(
  "a worker of another user reaches the network too",
  { skip: sealedWithout("python3") || SKIP_UNLESS_ROOT },
  async () => {
    await using world = await setUp({ [`${HOST}/hello`]: "hello\n" }, STRANGER);
    const command = `id -u; python3 -c 'import urllib.request as u; print(u.urlopen("https://${HOST}/hello").read())'`;
    assert.equal((await world.cell.sh(command)).output, `${STRANGER}\nb'hello\\n'\n`);
  },
);

test("npm installs", { skip: sealedWithout("npm", "tar") }, async () => {
  using scratch = createScratch();
  mkdirSync(join(scratch.dir, "package"));
  writeFileSync(join(scratch.dir, "package/package.json"), `{"name":"planted","version":"1.0.0","main":"main.js"}`);
  writeFileSync(join(scratch.dir, "package/main.js"), "module.exports = 42;\n");
  execFileSync("tar", ["-czf", "planted.tgz", "package"], { cwd: scratch.dir });
  const version = {
    name: "planted",
    version: "1.0.0",
    dist: { tarball: `https://${HOST}/planted/-/planted-1.0.0.tgz` },
  };
  const document = { name: "planted", "dist-tags": { latest: "1.0.0" }, versions: { "1.0.0": version } };
  await using world = await setUp({
    [`${HOST}/planted`]: JSON.stringify(document),
    [`${HOST}/planted/-/planted-1.0.0.tgz`]: readFileSync(join(scratch.dir, "planted.tgz")),
  });
  const { output } = await world.cell.sh(
    `npm install --registry https://${HOST}/ --cafile ca.pem --no-audit --no-fund --loglevel error planted && node -p 'require("planted")'`,
    { timeoutMs: 60_000 },
  );
  assert.match(output, /\n42\n$/);
  assert.deepEqual(world.denied, []);
});

const WHEEL = `
import zipfile
with zipfile.ZipFile("planted-1.0.0-py3-none-any.whl", "w") as wheel:
    info = "planted-1.0.0.dist-info/"
    wheel.writestr("planted.py", "value = 42\\n")
    wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: planted\\nVersion: 1.0.0\\n")
    wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(info + "RECORD", "")
`;

test("pip installs", { skip: sealedWithout("python3", "pip") }, async () => {
  using scratch = createScratch();
  execFileSync("python3", ["-c", WHEEL], { cwd: scratch.dir });
  const name = "planted-1.0.0-py3-none-any.whl";
  await using world = await setUp({
    [`${HOST}/simple/planted/`]: `<a href="/files/${name}">${name}</a>`,
    [`${HOST}/files/${name}`]: readFileSync(join(scratch.dir, name)),
  });
  const { output } = await world.cell.sh(
    `pip install -q --disable-pip-version-check --root-user-action ignore --index-url https://${HOST}/simple --target lib planted; PYTHONPATH=lib python3 -c 'import planted; print(planted.value)'`,
    { timeoutMs: 60_000 },
  );
  assert.match(output, /(?:^|\n)42\n$/);
  assert.deepEqual(world.denied, []);
});

const MODULE = `
import zipfile
with zipfile.ZipFile("v1.0.0.zip", "w") as module:
    module.writestr("example.test/planted@v1.0.0/go.mod", "module example.test/planted\\n")
    module.writestr("example.test/planted@v1.0.0/planted.go", "package planted\\n")
`;
import { without } from "../doubles/missing.ts";

test("go downloads modules", { skip: sealedWithout("go", "python3") }, async () => {
  using scratch = createScratch();
  execFileSync("python3", ["-c", MODULE], { cwd: scratch.dir });
  const at = `${HOST}/example.test/planted/@v`;
  await using world = await setUp({
    [`${at}/list`]: "v1.0.0\n",
    [`${at}/v1.0.0.info`]: `{"Version":"v1.0.0","Time":"2026-01-01T00:00:00Z"}`,
    [`${at}/v1.0.0.mod`]: "module example.test/planted\n",
    [`${at}/v1.0.0.zip`]: readFileSync(join(scratch.dir, "v1.0.0.zip")),
  });
  const { output, code } = await world.cell.sh(
    `export GOPROXY=https://${HOST} GONOSUMDB='*' GOFLAGS=-mod=mod GOTOOLCHAIN=local GOPATH=/tmp/go; go mod init x 2> /dev/null; go mod download -x example.test/planted@v1.0.0 2>&1 | grep -c 200; ls /tmp/go/pkg/mod/example.test`,
    { timeoutMs: 60_000 },
  );
  assert.match(output, /^[1-9]\d*\nplanted@v1\.0\.0\n$/);
  assert.deepEqual([code, world.denied], [0, []]);
});

test("git clones", { skip: sealedWithout("git") }, async () => {
  using origin = createRepository({ files: { "far.txt": "far\n" } });
  using scratch = createScratch();
  const bare = join(scratch.dir, "r.git");
  origin.git("clone", "-q", "--bare", origin.dir, bare);
  origin.git("--git-dir", bare, "update-server-info");
  await using world = await setUp(filesOf(scratch.dir));
  const { output } = await world.cell.sh(
    `git clone -q https://${HOST}/r.git far; cat far/far.txt; git ls-remote https://other.example.test/r.git`,
    { timeoutMs: 60_000 },
  );
  assert.match(output, /^far\nfatal: unable to access .*(?:403|CONNECT)/s);
  assert.deepEqual(world.denied, [OTHER]);
});
