/** The commands that this repository's policy holds back: those of its package managers that publish, and its own tasks that act. */

import type { HeldPattern } from "./findings.ts";
import { hazardOf, hazardOfScript, type KnownTasks } from "./hazards.ts";
import type { NamedTask } from "./tasks.ts";

/** Patterns by what the repository has. `when` is looked for in a list of managers and paths, one a line. */
const ROWS: readonly (readonly [when: RegExp, patterns: readonly string[], from: string])[] = [
  [/./, ["git push **", "gh **", "{aws,gcloud,az,heroku,kubectl,helm,pulumi,supabase} **"], "acts on the server"],
  [
    /(?:^|\/)package\.json$/m,
    [
      "npm {publish,unpublish,version,deprecate,dist-tag,owner,login,adduser,token,link} **",
      "{pnpm,bun} publish **",
      "yarn {publish,version} **",
      "yarn npm {publish,tag,login} **",
      "{npx,bunx,pnpx,yarn,pnpm} * publish **",
      "npm {exec,x} * publish **",
      "npm {exec,x} * * publish **",
      "{turbo,nx,lerna,moon} {run,run-many,exec} {*publish*,*release*,*deploy*} **",
      "{semantic-release,release-it,np,standard-version} **",
      "{lerna,changeset} {publish,version} **",
      "{vsce,ovsx,nx} {publish,release} **",
      "{drizzle-kit,typeorm,knex,sequelize} {push,migrate*,db:*,schema:*} **",
      "{npm,pnpm,yarn,bun} {run,run-script} {*publish*,*release*,*deploy*,*migrate*,db:*} **",
      "{pnpm,yarn,bun} {*publish*,*release*,*deploy*,*migrate*,db:*} **",
      "node --run {*publish*,*release*,*deploy*,*migrate*,db:*} **",
    ],
    "publishes",
  ],
  [
    /(?:^|\/)(?:pyproject\.toml|setup\.py|setup\.cfg)$/m,
    [
      "twine **",
      "{python,python3} twine **",
      "pipx run {twine,flit,bump*} **",
      "{uv,poetry,flit,pdm,hatch} publish **",
      "{poetry,hatch,pdm} version **",
      "hatch build --target **",
    ],
    "publishes",
  ],
  [/(?:^|\/)Cargo\.toml$/m, ["cargo {publish,yank,owner,login,install,release} **"], "publishes, or installs"],
  [/^\.goreleaser|(?:^|\/)go\.mod$/m, ["goreleaser **", "go run *goreleaser* **"], "releases"],
  [/(?:^|\/)buf(?:\.gen)?\.yaml$/m, ["buf push **"], "publishes"],
  [
    /(?:^|\/)pom\.xml$/m,
    [
      "{mvn,mvnw} {deploy,*:deploy,deploy:*,release:*,scm-publish:*,nexus-*:*,*:build-image,jib:*} **",
      "{mvn,mvnw} * {deploy,*:deploy,release:*,scm-publish:*} **",
    ],
    "publishes",
  ],
  [
    /(?:^|\/)build\.gradle(?:\.kts)?$/m,
    [
      "{gradle,gradlew} {publish*,*:publish*,release,githubRelease,closeAndRelease*,*Sonatype*,upload*,bintray*,jib} **",
      "{gradle,gradlew} * {publish*,*:publish*,release,githubRelease,closeAndRelease*,upload*} **",
      "{gradle,gradlew} --scan **",
      "{gradle,gradlew} * --scan **",
      "--scan **",
    ],
    "publishes, or sends build data away",
  ],
  [
    /(?:^|\/)Gemfile$|[^/]\.gemspec$/m,
    [
      "gem {push,yank,owner,signin} **",
      "rake {*release*,*publish*,*deploy*,db:drop,db:reset,db:migrate*} **",
      "{bundle,rails,cap,kamal} {exec,deploy,db:*} {release*,deploy*,db:*} **",
      "rails db:* **",
    ],
    "publishes, or changes a database",
  ],
  [
    /(?:^|\/)composer\.json$/m,
    [
      "{php,artisan} artisan {migrate*,db:*} **",
      "{dep,envoy,vapor} **",
      "{bin/console,console} doctrine:{migrations,schema,database}:* **",
    ],
    "deploys, or changes a database",
  ],
  [
    /(?:^|\/)manage\.py$/m,
    ["{python,python3,uv} manage.py {migrate,flush,loaddata,dbshell} **", "manage.py {migrate,flush} **"],
    "changes a database",
  ],
  [
    /(?:^|\/)mix\.exs$/m,
    ["mix {hex.publish,hex.retire,hex.owner,hex.user,ecto.drop,ecto.reset,ecto.migrate,ecto.rollback} **"],
    "publishes, or changes a database",
  ],
  [
    /(?:^|\/)build\.sbt$/m,
    ["sbt {*publish*,*Publish*,*release*,*Release*} **", "sbt * {*publish*,*release*,*Release*} **"],
    "publishes",
  ],
  [/(?:^|\/)project\.clj$/m, ["lein {deploy,release} **", "lein * {deploy,release} **"], "publishes"],
  [/[^/]\.podspec$/m, ["pod {trunk,repo} **"], "publishes"],
  [
    /(?:^|\/)dune-project$|[^/]\.opam$/m,
    ["{dune-release,opam} {publish,tag,distrib} **", "opam exec * dune-release **"],
    "publishes",
  ],
  [
    /^DESCRIPTION$/m,
    ["{R,Rscript} {*release*,*submit_cran*} **", "{R,Rscript} * {*release*,*submit_cran*} **"],
    "publishes",
  ],
  [/(?:^|\/)rebar\.config$/m, ["rebar3 hex **"], "publishes"],
  [
    /(?:^|\/)global\.json$|[^/]\.(?:sln|slnx|csproj|fsproj)$/m,
    ["dotnet nuget {push,delete} **", "nuget {push,delete} **", "dotnet ef database **"],
    "publishes, or changes a database",
  ],
  [
    /[^/]\.tf$/m,
    [
      "{terraform,tofu,terragrunt} {apply,destroy,import,plan,refresh,taint,untaint,force-unlock,login} **",
      "{terraform,tofu,terragrunt} {state,workspace} **",
    ],
    "acts on infrastructure",
  ],
  [
    /^(?:k8s|kubernetes|helm|charts|deploy|manifests|kustomize)\/|kubectl|Chart\.yaml$/m,
    ["{kubectl,helm,kustomize,skaffold,argocd} **"],
    "deploys",
  ],
  [/(?:^|\/)pubspec\.yaml$/m, ["{dart,flutter} pub {publish,uploader} **"], "publishes"],
  [/[^/]\.cabal$/m, ["{cabal,stack} *upload **"], "publishes"],
  [/(?:^|\/)deno\.jsonc?$|(?:^|\/)jsr\.json$/m, ["deno publish **", "{npx,bunx} jsr publish **"], "publishes"],
  [/(?:^|\/)CMakeLists\.txt$/m, ["cmake --install **", "cpack **"], "installs"],
  [
    /(?:^|\/)(?:GNUm|M|m)akefile(?:\.\w+)?$|(?:^|\/)configure\.ac$|(?:^|\/)CMakeLists\.txt$/m,
    [
      "{make,gmake} {install,uninstall,distclean,install-*,dist,*deploy*,*publish*,*release*,*upload*,*migrate*} **",
      "{make,gmake} * {install,uninstall,distclean,*deploy*,*publish*,*release*,*upload*,*migrate*} **",
    ],
    "installs, removes or releases",
  ],
  [/^(?:\.?[jJ]ustfile)$/m, ["just {*publish*,*release*,*deploy*} **"], "releases"],
  [/^[tT]askfile\.ya?ml$/m, ["task {*publish*,*release*,*deploy*} **"], "releases"],
  [
    /^noxfile\.py$/m,
    [
      "nox {*publish*,*release*,*upload*,*deploy*} **",
      "{python,python3} nox {*publish*,*release*,*upload*,*deploy*} **",
    ],
    "releases",
  ],
  [
    /^(?:tox\.ini|tox\.toml|pyproject\.toml)$/m,
    ["tox {*publish*,*release*,*upload*,*deploy*} **", "tox run {*publish*,*release*,*upload*,*deploy*} **"],
    "releases",
  ],
  [
    /(?:^|\/)(?:serverless\.yml|wrangler\.(?:toml|jsonc)|fly\.toml|vercel\.json|netlify\.toml|firebase\.json|Pulumi\.yaml|cdk\.json)$/m,
    ["{serverless,sls,wrangler,flyctl,fly,vercel,netlify,firebase,pulumi,cdk} **"],
    "deploys",
  ],
  [/(?:^|\/)playbook[^/]*\.ya?ml$|^ansible\//m, ["ansible-playbook **"], "acts on machines"],
  [/(?:^|\/)(?:alembic\.ini)$/m, ["alembic {upgrade,downgrade,stamp} **"], "changes a database"],
  [/(?:^|\/)prisma\/schema\.prisma$/m, ["prisma {migrate,db} **"], "changes a database"],
];

/** Commands that have nothing to work with in the cell. */
const ABSENT: readonly (readonly [when: RegExp, patterns: readonly string[], from: string])[] = [
  [/./, ["{docker,docker-compose,podman} **", "sudo **"], "the cell has neither Docker nor root"],
  [/(?:^|\/)Earthfile$/m, ["earthly **"], "needs Docker"],
];

const SCRIPT_FILES =
  /^(?:(?:\.?ci|scripts?|bin|tools|hack|dev|build|release|deploy)\/[^/]+|[^/\n]+\.(?:sh|bash|ps1)|.*\/[^/\n]+\.(?:sh|bash|ps1))$/;
const SCRIPT_NAME = /^[\w.-]+$/;
const MAX_SCRIPTS = 80;
/** Longest pattern of a policy, less some room for the other words. */
const MAX_CHARS = 180;

export interface HeldOptions extends KnownTasks {
  readonly paths: readonly string[];
  /** Words of commands that CI runs, by which a task or script is known to be harmless. */
  readonly used: ReadonlySet<string>;
  /** Files that CI downloads and then runs. */
  readonly downloaded: readonly { readonly name: string; readonly from: string }[];
}

export interface HeldCommands {
  readonly deferred: readonly HeldPattern[];
  readonly rejected: readonly HeldPattern[];
}

export function heldCommands(options: HeldOptions): HeldCommands {
  const { paths, tasks, used, downloaded } = options;
  const there = paths.join("\n");
  const byTable = (rows: typeof ROWS): readonly HeldPattern[] =>
    rows.flatMap(([when, patterns, from]) => (when.test(there) ? patterns.map((text) => ({ text, from })) : []));
  const dangerous = tasks.flatMap((task) => {
    const hazard = hazardOf(task, options);
    const isUsed = used.has(`${task.runner} ${task.name}`);
    return hazard === undefined || (isUsed && hazard.kind !== "acts") ? [] : [{ task, hazard }];
  });
  const acting = dangerous.filter(({ hazard }) => hazard.kind !== "endless").map(({ task }) => task);
  const endless = dangerous.filter(({ hazard }) => hazard.kind === "endless").map(({ task }) => task);
  return {
    deferred: [
      ...byTable(ROWS),
      ...patternsOf(acting),
      ...scripts(options),
      ...downloaded.flatMap(({ name, from }) => scriptPatterns([name], `downloaded: ${from}`)),
    ],
    rejected: [...byTable(ABSENT), ...patternsOf(endless)],
  };
}

/** The words that stand before a task's name, in each form that people type. */
function prefixes(runner: string): readonly string[] {
  const [program = "", ...rest] = runner.split(" ").filter((word) => !word.startsWith("-"));
  // A script of package.json runs with each of them, whichever one the repository uses.
  if (rest[0] === "run" && program !== "hatch")
    return ["{npm,pnpm,yarn,bun} {run,run-script}", "{pnpm,yarn,bun}", "node --run"];
  if (program === "tox") return ["tox", "tox run", "{python,python3} tox"];
  if (program === "nox") return ["nox", "{python,python3} nox"];
  // These run each target that is named.
  if (program === "make") return ["{make,gmake}", "{make,gmake} *"];
  if (program === "bundle") return ["rake", "rake *"];
  if (program === "just" || program === "task") return [program, `${program} *`];
  return [[program, ...rest].join(" ")];
}

function patternsOf(tasks: readonly NamedTask[]): readonly HeldPattern[] {
  const runners = [...new Set(tasks.map(({ runner }) => runner))];
  return runners.flatMap((runner) => {
    const own = tasks.filter((task) => task.runner === runner);
    const from = own[0]?.from ?? "";
    const file = from.replace(/:\d+$/, "");
    const names = [...new Set(own.map(({ name }) => name.replaceAll(/[^\w.:@/+-]/g, "*")))]
      .filter((name) => /\w/.test(name))
      .flatMap((name) => (runner.endsWith("rake") && !name.includes(":") ? [name, `*:${name}`] : [name]));
    const example = own.find(({ name }) => /^[\w.:@/-]+$/.test(name));
    // `npm start` is `npm run start`.
    const short =
      runner.endsWith(" run") && runner !== "hatch run"
        ? names.filter((name) => /^(?:re)?start$|^stop$/.test(name))
        : [];
    const shorthands = short.map((name) => ({ text: `npm ${name} **`, from: file }));
    const patterns = prefixes(runner).flatMap((prefix, index) =>
      chunks(names).map((chunk, part) => ({
        text: `${prefix} ${chunk.length === 1 ? chunk[0] : `{${chunk.join(",")}}`} **`,
        from: own.length === 1 ? from : file,
        example: index === 0 && part === 0 && example !== undefined ? `${runner} ${example.name}` : undefined,
      })),
    );
    return [...patterns, ...shorthands];
  });
}

function chunks(names: readonly string[]): readonly (readonly string[])[] {
  const all: string[][] = [];
  for (const name of names.filter((one) => one.length <= MAX_CHARS)) {
    const last = all.at(-1);
    if (last !== undefined && last.join(",").length + name.length < MAX_CHARS) last.push(name);
    else all.push([name]);
  }
  return all;
}

function scripts({ paths, scriptText, used }: HeldOptions): readonly HeldPattern[] {
  const dangerous = paths
    .filter(
      (path) =>
        SCRIPT_FILES.test(path) &&
        !/(?:^|\/)(?:node_modules|vendor|third_party|testdata|fixtures?|tests?|examples?)\//.test(path),
    )
    .filter(
      (path) => /\.(?:sh|bash|ps1|py|js|mjs|cjs|ts|rb)$/.test(path) || !path.slice(path.lastIndexOf("/")).includes("."),
    )
    .filter((path) => {
      const name = path.replace(/^.*\//, "");
      const isShell = /\.(?:sh|bash|ps1)$/.test(name) || /^(?:scripts?|bin)\//.test(path);
      const hazard = hazardOfScript(path, scriptText(path));
      return (
        hazard !== undefined &&
        SCRIPT_NAME.test(name) &&
        !used.has(name) &&
        (hazard.kind === "acts"
          ? isShell || hazard.why === "by its name"
          : isShell && /^(?:scripts?|bin)\/[^.]+$|\.(?:sh|ps1)$/.test(path))
      );
    })
    .slice(0, MAX_SCRIPTS);
  const names = [...new Set(dangerous.map((path) => path.replace(/^.*\//, "")))];
  return scriptPatterns(
    names,
    dangerous.length === 1 ? (dangerous[0] ?? "") : "scripts that publish, download, or could not be read",
  );
}

/** A script as the program, whatever its folder, and as the first word of an interpreter. */
function scriptPatterns(names: readonly string[], from: string): readonly HeldPattern[] {
  return chunks(names).flatMap((chunk) => {
    const choice = chunk.length === 1 ? chunk[0] : `{${chunk.join(",")}}`;
    const any = chunk.length === 1 ? `*${chunk[0]}` : `{${chunk.map((name) => `*${name}`).join(",")}}`;
    return [
      { text: `${choice} **`, from },
      { text: `{bash,sh,pwsh,python,python3,node,ruby} ${any} **`, from },
    ];
  });
}
