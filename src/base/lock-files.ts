/** Names of the lock files of package managers: a program writes them, and they decide what is installed. */
export const LOCK_FILES: readonly string[] = [
  "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock",
  "uv.lock poetry.lock pdm.lock Pipfile.lock pylock.toml pixi.lock conda-lock.yml",
  "Cargo.lock go.sum go.work.sum Gemfile.lock composer.lock mix.lock rebar.lock",
  "pubspec.lock Package.resolved Podfile.lock packages.lock.json gradle.lockfile shard.lock",
  "cabal.project.freeze stack.yaml.lock MODULE.bazel.lock .terraform.lock.hcl flake.lock mise.lock",
].flatMap((line) => line.split(" "));
