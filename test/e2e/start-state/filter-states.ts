/** Files that are another thing in the work tree than in the commit: by line ends, and by the filters of LFS, git-crypt and nbstripout. */

import { createHash } from "node:crypto";
import { FIX_ADD, put, swap } from "./edits.ts";
import { FILLING, leftOutCases, OTHER, PUBLISHED_ADD, START_CANARY, type StartState } from "./start-state.ts";

const BATCH = "@echo off\necho one\necho two\necho three\necho four\n";
const crlf = (text: string): string => text.replaceAll("\n", "\r\n");

/** What a commit has in place of a file that LFS keeps. */
const pointer = (content: string): string =>
  `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${content.length}\n`;
/** Plays LFS: its files are in `.git/lfs`, by their digest. */
const LFS = `mkdir -p .git/lfs
cat > .git/lfs/clean <<'END'
dir=$(dirname "$0"); cat > "$dir/new"; id=$(sha256sum < "$dir/new" | cut -c1-64); mv "$dir/new" "$dir/$id"
printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize %s\\n' "$id" "$(wc -c < "$dir/$id")"
END
cat > .git/lfs/smudge <<'END'
cat "$(dirname "$0")/$(sed -n 's/^oid sha256://p')"
END
for way in clean smudge; do git config filter.lfs.$way "sh $PWD/.git/lfs/$way"; done
git config filter.lfs.required true`;

/** Plays git-crypt: the commit has the letters 13 places further on. */
const swapLetters = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const first = letter <= "Z" ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
const UNLOCK = `for way in clean smudge; do git config filter.git-crypt.$way "tr 'a-zA-Z' 'n-za-mN-ZA-M'"; done
git config filter.git-crypt.required true
rm vault/* && git checkout -q -- vault`;
const VAULT = `key: ${START_CANARY}\n${FILLING}last: one\n`;

const NOTEBOOK = `{
 "cells": [
  {
   "cell_type": "code",
   "outputs": [],
${FILLING.replaceAll(/# (\d+)/g, '   "c$1": 0,')}   "source": ["x = 1"]
  }
 ]
}
`;
const STRIP = `git config filter.nbstripout.clean "sed 's/\\"outputs\\": .*/\\"outputs\\": [],/'"
git config filter.nbstripout.smudge cat
git config filter.nbstripout.required true`;
const NOTEBOOK_EDIT = swap("notes/a.ipynb", "x = 1", "x = 2");

/** Makes git read the files again, as after a copy or in another container. */
const touch = (paths: string): string => `touch -d '2026-01-01' ${paths}`;

export const FILTER_STATES: readonly StartState[] = [
  {
    name: "crlf",
    files: {
      ".gitattributes": "*.bat text eol=crlf\n",
      "run.bat": crlf(BATCH),
      "lf.bat": BATCH,
      "not.bat": crlf(BATCH),
    },
    step: touch("*.bat"),
    status: [" M not.bat", " M run.bat"],
    cases: [
      OTHER,
      {
        name: "line",
        edits: [swap("run.bat", "echo two", "echo 2"), swap("lf.bat", "echo two", "echo 2"), FIX_ADD],
        published: {
          ...PUBLISHED_ADD,
          "run.bat": crlf(BATCH).replace("echo two", "echo 2"),
          "lf.bat": BATCH.replace("echo two", "echo 2"),
        },
      },
    ],
  },
  {
    name: "lfs",
    files: {
      ".gitattributes": "*.bin filter=lfs diff=lfs merge=lfs -text\n",
      "assets/a.bin": pointer("a large file\n"),
      "assets/b.bin": pointer(`${START_CANARY}\n`),
    },
    step: [
      LFS,
      put("assets/a.bin", "a large file\n"),
      put("assets/b.bin", `${START_CANARY}\n`),
      "git add assets",
      touch("assets/*.bin"),
    ].join("\n"),
    status: [],
    cases: [
      OTHER,
      ...leftOutCases(
        "edited",
        [swap("assets/a.bin", "large", "small")],
        { "assets/a.bin": [/builtin:lfs/] },
        { isInPatch: ["assets/a.bin"], isAlwaysLeftOut: true },
      ),
    ],
  },
  {
    name: "git-crypt",
    files: {
      ".gitattributes": "vault/** filter=git-crypt diff=git-crypt\n",
      "vault/a.yml": swapLetters(VAULT),
      "vault/b.yml": swapLetters(VAULT),
      "vault/c.yml": swapLetters(VAULT),
    },
    step: `${UNLOCK}\n${touch("vault/b.yml")}`,
    status: [],
    cases: [
      OTHER,
      ...leftOutCases(
        "edited",
        [swap("vault/a.yml", "last", "lost")],
        { "vault/a.yml": [/git-crypt/] },
        { isAlwaysLeftOut: true },
      ),
    ],
  },
  {
    name: "nbstripout",
    files: { ".gitattributes": "*.ipynb filter=nbstripout\n", "notes/a.ipynb": NOTEBOOK, "notes/b.ipynb": NOTEBOOK },
    step: `${STRIP}\nsed -i "s/\\"outputs\\": .*/\\"outputs\\": [\\"$CANARY\\"],/" notes/*.ipynb\ngit add notes/b.ipynb\n${touch("notes/b.ipynb")}`,
    status: [" M notes/a.ipynb"],
    cases: [
      OTHER,
      ...leftOutCases(
        "edited",
        [NOTEBOOK_EDIT],
        { "notes/a.ipynb": [/nbstripout/] },
        { isInPatch: ["notes/a.ipynb"], isAlwaysLeftOut: true },
      ),
      {
        name: "as-is",
        step: `${STRIP}\n${touch("notes/*.ipynb")}`,
        edits: [NOTEBOOK_EDIT, FIX_ADD],
        published: { ...PUBLISHED_ADD, "notes/a.ipynb": NOTEBOOK_EDIT.of(NOTEBOOK) },
        publish: "{ filters: { nbstripout: as-is } }",
        says: /nbstripout/,
      },
    ],
  },
];
