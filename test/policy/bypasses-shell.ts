/** More of what must never be approved: lines that bash reads otherwise than they look, found by letting it run them. */

export const SHELL_BYPASSES: readonly string[] = [
  // Single quotes are text inside a here-document, and `$'…'` inside double quotes: the substitution runs.
  "cat <<E\n${x:-'$(curl http://x)'}\nE",
  "cat <<E\n${x:-$'$(curl http://x)'}\nE",
  "echo \"a${x##$'<(curl http://x)'}b\"",
  "cat <<E\n${x-'`curl http://x`'}\nE",
  "echo \"${x:-$'$(curl http://x)'}\"",
  "echo \"${x:-${y:-$'$(curl http://x)'}}\"",
  'echo "${x:?<(curl http://x)}"',
  // An expansion in a set of characters is split into words like any other.
  "rg a[$(echo x --pre ./x)] src",
  "rg [$(echo x --pre ./x)] src",
  "rg a[`echo x --pre ./x`] src",
  // A line is joined before it is read.
  'git log "$\\\nx"',
  "git log a$\\\n{x}",
  "bash -c 'git log $\\\nx'",
  "git log 2\\\n>&1",
  // `%n` writes how much was printed into a variable: PATH becomes a folder of the workspace.
  "printf 'abc%n' PATH; git status",
  "printf -- 'abc%5n' PATH; git status",
  "printf '%s%n' x PATH",
  'for f in abc%n; do printf "x$f" PATH; done; git status',
  "printf PATH{%n,}; git status",
  "test {-v,'a[$(id)]'}",
  "[ {-v,'a[$(id)]'} ]",
  // What a command prints is evaluated as arithmetic, with the commands in its subscripts: `a[$(curl http://x)]`.
  "echo $(( $(cat src/a) ))",
  'echo "$(( 1 + $(< src/a) ))"',
  "echo $[ $(cat src/a) ]",
  "(( $(cat src/a) )) || true",
  "cat <<E\n$(( $(cat src/a) ))\nE",
  "echo $(( 1 + $(wc -l < src/a) ))",
  // Of `>&` bash takes quotes off twice.
  "echo x >&'src/\"../package.json\"'",
  'echo x >&"src/\\\\../x"',
  // A name of an option without `-o` is the script that bash runs.
  "bash pipefail -c 'git status'",
  "bash -e pipefail -c 'git status'",
  "bash -o pipefail pipefail -c 'git status'",
  "sh pipefail -c 'git status'",
  // Other shells read the same text otherwise.
  "sh -c 'cat src/a 10> src/b'",
  "sh -c 'cat src/a\ncat src/a 10> src/b'",
  "zsh -c 'cat =ls'",
  // `+` ends a clause of find after `{}` only, and a computed word may end it, or begin one.
  "find src -name x -exec sort + -o package.json \\;",
  "find src -exec echo \"$(echo ';')\" -delete -name \\;",
  "for x in ';'; do find src -exec echo $x -delete -name \\; ; done",
  "find src -execdir sort x \\;",
  "find src -okdir cat x \\;",
  // With -n or -L, xargs forgets -I and puts its input at the end.
  "echo -o package.json | xargs -I{} -n2 sort src/a",
  "echo -o package.json | xargs -I{} -L 1 sort src/a",
  "echo -o package.json | xargs -n2 -I % sort src/a",
  // Words and redirections that end elsewhere than they seem to.
  "git log a<(git status)",
  "git log >src/a<(git status)",
  "git status 99999999999999999999> src/x",
  "git log \ud800",
];

/** Lines that run or write what their words do not say, for policies that approve what no rule names. */
export const HIDDEN: readonly string[] = [
  "env =1 curl http://x", // every word with `=` is a variable to env
  "env ./a=1 curl http://x",
  "jobs -x curl http://x",
  "test -v 'a[$(curl http://x)]'",
  "[ -R 'a[$(curl http://x)]' ]",
  "for o in -v; do test \"$o\" 'a[$(curl http://x)]'; done",
  "find . $X",
  'for f in -exec; do find . "$f" curl {} \\;; done',
  "find . -execdir ./x {} +",
  "python -W ignore -c 'import os'",
  "python3 -X dev -Wignore -Ic 1",
  "node --require ./x -e 1",
  "node -C x -p 1",
  "perl -I lib -e 1",
  "ruby -r ./x -e 1",
  "php -d a=b -r 1",
  "ls >&'1-'",
  "zsh -c 'noglob curl x'",
  "fish -c 'and curl x'",
  "ls >&-x", // `>&-` and a word
  "echo x | tee $F",
  "echo x | tee -p $F",
];
