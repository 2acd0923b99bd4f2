/** What the groups of `sandbox.network` stand for on machines that are configured in the ways of each package manager. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { NETWORK_GROUPS, type NetworkGroup } from "../../../src/base/network/network-entry.ts";
import { groupText, resolveNetwork } from "../../../src/cell/registries/groups.ts";
import { unlistedLine } from "../../../src/cell/egress/refusals.ts";
import type { Machine } from "../../../src/cell/registries/machine.ts";

const SECRET = "s3cr3t-t0ken";

function machine(files: Readonly<Record<string, string>> = {}, env: Machine["env"] = {}): Machine {
  return { env, home: "/home/me", read: (path) => files[path] ?? "" };
}

interface Expected {
  readonly hosts: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly problems?: readonly string[];
}

const PROXIES = ["http", "https"]
  .map(
    (protocol) =>
      `<proxy><id>kimi-${protocol}</id><active>true</active><protocol>${protocol}</protocol><host>127.0.0.1</host><port>3128</port><nonProxyHosts>localhost|127.*</nonProxyHosts></proxy>`,
  )
  .join("");

const CASES: readonly (readonly [name: string, group: NetworkGroup, machine: Machine, expected: Expected])[] = [
  [
    "a mirror with a password, and a scope",
    "npm",
    machine({
      ".npmrc": `# mine\nregistry = https://me:${SECRET}@npm.corp.example/api/npm/\n@corp:registry=https://scoped.corp.example:8443/\n//npm.corp.example/:_authToken=${SECRET}\n`,
    }),
    {
      hosts: "npm.corp.example, npm.corp.example, scoped.corp.example:8443",
      env: {
        npm_config_registry: "https://npm.corp.example/api/npm/",
        YARN_REGISTRY: "https://npm.corp.example/api/npm/",
        YARN_NPM_REGISTRY_SERVER: "https://npm.corp.example/api/npm/",
      },
      files: { ".npmrc": "@corp:registry=https://scoped.corp.example:8443/\n" },
    },
  ],
  [
    "a variable before the file",
    "npm",
    machine({ ".npmrc": "registry=https://file.example/" }, { npm_config_registry: "https://env.example/" }),
    {
      hosts: "env.example",
      env: {
        npm_config_registry: "https://env.example/",
        YARN_REGISTRY: "https://env.example/",
        YARN_NPM_REGISTRY_SERVER: "https://env.example/",
      },
    },
  ],
  [
    "a scope alone leaves the public registry",
    "npm",
    machine({ "/etc/npmrc": "@corp:registry=https://scoped.example/\n" }),
    {
      hosts: "registry.npmjs.org, registry.yarnpkg.com, scoped.example",
      files: { ".npmrc": "@corp:registry=https://scoped.example/\n" },
    },
  ],
  [
    "plain http and an address are said",
    "npm",
    machine({ ".npmrc": "registry=http://nexus.corp.example:8081/npm\n@a:registry=https://10.0.0.1/\n" }),
    {
      hosts: "registry.npmjs.org, registry.yarnpkg.com",
      problems: [
        '"nexus.corp.example:8081" is a registry without TLS; list it as { host: nexus.corp.example:8081, plain: true }',
        '"10.0.0.1" is not a host name that can be listed',
      ],
    },
  ],
  [
    "an index of pip, with another beside it",
    "pypi",
    machine({
      ".config/pip/pip.conf": `[global]\nindex-url = https://me:${SECRET}@py.corp.example/simple\nextra-index-url = https://more.example/simple\n`,
    }),
    {
      hosts: "py.corp.example, more.example",
      env: {
        PIP_INDEX_URL: "https://py.corp.example/simple",
        UV_DEFAULT_INDEX: "https://py.corp.example/simple",
        PIP_EXTRA_INDEX_URL: "https://more.example/simple",
        UV_INDEX: "https://more.example/simple",
      },
    },
  ],
  [
    "uv's own variable",
    "pypi",
    machine({}, { UV_DEFAULT_INDEX: "https://uv.example/simple" }),
    {
      hosts: "uv.example",
      env: { PIP_INDEX_URL: "https://uv.example/simple", UV_DEFAULT_INDEX: "https://uv.example/simple" },
    },
  ],
  [
    "a replaced source",
    "crates",
    machine({
      ".cargo/config.toml": `[build]\nindex = "no"\n[source.crates-io]\nreplace-with = "corp" # ours\n[source.corp]\nregistry = "sparse+https://crates.corp.example/index/"\n[registries.own]\nindex = "sparse+https://me:${SECRET}@own.example/index/"\ntoken = "${SECRET}"\n`,
    }),
    {
      hosts: "crates.corp.example, own.example",
      files: {
        ".cargo/config.toml": `[source.crates-io]\nreplace-with = "mirror"\n[source.mirror]\nregistry = "sparse+https://crates.corp.example/index/"\n[registries.own]\nindex = "sparse+https://own.example/index/"\n`,
      },
    },
  ],
  [
    "proxies in a row, and private modules",
    "go",
    machine(
      { ".config/go/env": "GOPRIVATE=corp.example/*\nGOSUMDB=off\n" },
      { GOPROXY: `https://me:${SECRET}@go.corp.example|https://proxy.golang.org,direct` },
    ),
    {
      hosts: "go.corp.example, proxy.golang.org",
      env: {
        GOPRIVATE: "corp.example/*",
        GOPROXY: "https://go.corp.example/|https://proxy.golang.org/,direct",
        GOSUMDB: "off",
      },
    },
  ],
  [
    "a mirror of everything; comments and a blocked one are none",
    "maven",
    machine({
      ".m2/settings.xml": `<settings><servers><server><id>x</id><password>${SECRET}</password></server></servers><mirrors><!-- <mirror><url>https://no.example/</url></mirror> --><mirror><id>blocker</id><mirrorOf>external:http:*</mirrorOf><url>http://0.0.0.0/</url><blocked>true</blocked></mirror><mirror><id>corp</id><mirrorOf>*</mirrorOf><url>https://me:${SECRET}@maven.corp.example/m2?a=1&amp;b=2</url></mirror></mirrors></settings>`,
    }),
    {
      hosts: "maven.corp.example",
      files: {
        ".m2/settings.xml": `<settings>\n<proxies>${PROXIES}</proxies>\n<mirrors><mirror><id>corp</id><mirrorOf>*</mirrorOf><url>https://maven.corp.example/m2</url></mirror></mirrors>\n</settings>\n`,
      },
    },
  ],
  [
    "sources of gems and Bundler's mirror",
    "rubygems",
    machine({
      ".gemrc": `:sources:\n- https://me:${SECRET}@gems.corp.example/\n`,
      ".bundle/config": `---\nBUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/: "https://mirror.corp.example"\nBUNDLE_GEMS__CORP__EXAMPLE: "${SECRET}"\n`,
    }),
    {
      hosts: "gems.corp.example, mirror.corp.example",
      env: { "BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/": "https://mirror.corp.example/" },
      files: { ".gemrc": "---\n:sources:\n- https://gems.corp.example/\n" },
    },
  ],
  [
    "sources of NuGet, its credentials left out",
    "nuget",
    machine({
      ".nuget/NuGet/NuGet.Config": `<configuration><packageSources><clear/><add key="corp" value="https://nuget.corp.example/v3/index.json" /></packageSources><packageSourceCredentials><corp><add key="ClearTextPassword" value="${SECRET}" /></corp></packageSourceCredentials></configuration>`,
    }),
    {
      hosts: "nuget.corp.example",
      files: {
        ".nuget/NuGet/NuGet.Config": `<configuration><packageSources><clear /><add key="source1" value="https://nuget.corp.example/v3/index.json" /></packageSources></configuration>\n`,
      },
    },
  ],
];

for (const [name, group, where, { hosts, env = {}, files = {}, problems = [] }] of CASES) {
  test(`${group}: ${name}`, () => {
    const { groups, hosts: listed } = resolveNetwork([group], where);
    const [resolved] = groups;
    assert.ok(resolved !== undefined);
    const unique = [...new Set(hosts.split(", "))];
    assert.deepEqual(
      {
        hosts: resolved.hosts,
        env: resolved.env,
        files: Object.fromEntries(
          resolved.files.map((file) => [`${file.folder}/${file.name}`.replace(/^\//, ""), file.text]),
        ),
        problems: resolved.problems,
      },
      { hosts: unique, env, files, problems },
    );
    assert.deepEqual(
      listed.map(({ host, port }) => (port === 443 ? host : `${host}:${port}`)),
      unique,
    );
    assert.ok(!JSON.stringify(groups).includes(SECRET));
  });
}

test("a machine that is not configured uses the public hosts", () => {
  const { groups } = resolveNetwork(NETWORK_GROUPS, machine());
  assert.deepEqual(groups.map(groupText), [
    "npm: registry.npmjs.org, registry.yarnpkg.com",
    "pypi: pypi.org, files.pythonhosted.org",
    "crates: index.crates.io, static.crates.io",
    "go: proxy.golang.org, sum.golang.org",
    "maven: repo.maven.apache.org, repo1.maven.org",
    "gradle: plugins.gradle.org, plugins-artifacts.gradle.org, services.gradle.org, downloads.gradle.org, repo.maven.apache.org, repo1.maven.org",
    "rubygems: rubygems.org, index.rubygems.org",
    "nuget: api.nuget.org",
    "packagist: repo.packagist.org",
  ]);
  assert.deepEqual(
    groups.filter(({ env, files }) => Object.keys(env).length + files.length > 0),
    [],
  );
});

test("the addresses of a group apply to its hosts, and an entry for one of its hosts replaces them", () => {
  const addresses = ["10.20.0.0/16"];
  const ranges = [{ net: "10.20.0.0", prefix: 16, family: "ipv4" }];
  const entries = [{ host: "pypi", addresses }, "pypi.org", { host: "plain.example", plain: true }];
  assert.deepEqual(
    resolveNetwork(entries, machine()).hosts.map(({ host, port, ranges, isPlain }) => [host, port, ranges, isPlain]),
    [
      ["pypi.org", 443, ranges, false],
      ["files.pythonhosted.org", 443, ranges, false],
      ["pypi.org", 443, [], false],
      ["plain.example", 80, [], true],
    ],
  );
});

test("the refusal of a public registry's host names its group", () => {
  const hostsOf = (group: NetworkGroup): readonly string[] =>
    resolveNetwork([group], machine()).groups.flatMap(({ hosts }) => hosts);
  for (const group of NETWORK_GROUPS)
    for (const host of hostsOf(group)) {
      const named = /; add the group (\w+) to sandbox\.network$/.exec(unlistedLine(`${host}:443`))?.[1];
      assert.ok(hostsOf(named as NetworkGroup).includes(host), `${group}: ${host}`);
    }
  assert.equal(
    unlistedLine("registry.npmjs.org:8443"),
    "[network] registry.npmjs.org:8443 refused; add it to sandbox.network",
  );
});
