/** Definitions by language, and files that are made to take time or memory. */

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { globSync, readFileSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { openIndex } from "./workbench.ts";

/** A file in each language, and its definitions: types of any length, functions of four lines and more. */
const SAMPLES: readonly (readonly [path: string, text: string, definitions: string])[] = [
  [
    "a.py",
    "class A:\n  x = 1\n\n  def short(self):\n    pass\n\n  def longer(self):\n    a\n    b\n    c\n",
    "1--10 7--10",
  ],
  [
    "a.js",
    "function foo() {\n a;\n b;\n}\nclass B {\n m() {\n 1;\n 2;\n }\n}\nconst z = () => {\n1;\n2;\n};\n",
    "1--4 5--10 6--9 11--14",
  ],
  [
    "a.ts",
    "export interface I { a: string }\ntype T = string;\nexport enum E { A }\nexport async function foo(): Promise<void> {\n a;\n b;\n}\nabstract class B {\n m() {\n 1;\n 2;\n }\n}\nexport const z = () => {\n1;\n2;\n};\nnamespace N { }\n",
    "1--1 2--2 3--3 4--7 8--13 9--12 14--17 18--18",
  ],
  [
    "a.tsx",
    "export interface I { a: string }\ntype T = string;\nexport enum E { A }\nexport async function foo(): Promise<void> {\n a;\n b;\n}\nabstract class B {\n m() {\n 1;\n 2;\n }\n}\nexport const z = () => {\n1;\n2;\n};\nnamespace N { }\n",
    "1--1 2--2 3--3 4--7 8--13 9--12 14--17 18--18",
  ],
  ["a.go", "package a\n\ntype S struct {\n}\n\nfunc (s S) M() {\n\n\n}\nfunc F() {\n\n\n}\n", "3--4 6--9 10--13"],
  [
    "a.rs",
    "pub struct S { a: i32 }\nimpl S {\n pub fn f() {\n\n\n }\n}\nmacro_rules! m { () => {} }\nmod t {}\nenum E {A}\ntrait T {}\n",
    "1--1 2--7 3--6 8--8 9--9 10--10 11--11",
  ],
  [
    "A.java",
    "public class A {\n A() {\n\n\n }\n void m() {\n\n\n }\n}\ninterface I {}\nenum E {A}\nrecord R(int a) {}\n",
    "1--10 2--5 6--9 11--11 12--12 13--13",
  ],
  ["a.c", "struct s { int a; };\ntypedef int t;\nint main(void)\n{\n\n\n}\nenum e { A };\n", "1--1 2--2 3--7 8--8"],
  [
    "a.cpp",
    "namespace n {\nclass A { public: void f() {\n\n\n } };\n}\ntemplate <class T> struct S { T t; };\n",
    "1--6 2--5 7--7",
  ],
  [
    "a.cs",
    "namespace N {\nclass A {\n void M() {\n\n\n }\n int P { get; set; }\n}\ninterface I {}\nrecord R(int a);\nenum E {A}\n}\n",
    "1--12 2--8 3--6 9--9 10--10 11--11",
  ],
  [
    "a.rb",
    "module M\n class A\n  def m\n   1\n   2\n  end\n  def self.x\n   1\n   2\n  end\n end\nend\n",
    "1--12 2--11 3--6 7--10",
  ],
  [
    "a.php",
    "<?php\nclass A {\n function m() {\n\n\n }\n}\nfunction f() {\n\n\n}\ninterface I {}\ntrait T {}\nenum E { case A; }\n",
    "2--7 3--6 8--11 12--12 13--13 14--14",
  ],
  ["a.sh", "f() {\n 1\n 2\n}\nfunction g {\n 1\n 2\n}\n", "1--4 5--8"],
  ["a.kt", "class A {\n fun m() {\n\n\n }\n}\nobject O {}\ninterface I\n", "1--6 2--5 7--7 8--8"],
  [
    "a.lua",
    "function f()\n a()\n b()\nend\nlocal function g()\n a()\n b()\nend\nM.x = function()\n a()\n b()\nend\n",
    "1--4 5--8 9--12",
  ],
  ["a.tf", 'resource "a" "b" {\n x = 1\n inner {\n }\n}\nvariable "v" {}\n', "1--5 6--6"],
  [
    "a.zig",
    'const S = struct {\n a: u8,\n};\npub fn f() void {\n a();\n b();\n}\ntest "x" {\n a();\n b();\n}\n',
    "1--3 4--7 8--11",
  ],
  [
    "a.ex",
    "defmodule A do\n def f(x) do\n  1\n  2\n end\n defp g do\n  1\n  2\n end\n x = foo(1)\nend\n",
    "1--11 2--5 6--9",
  ],
  ["a.scala", "class A {\n def f() = {\n 1\n 2\n }\n}\nobject O {}\ntrait T {}\n", "1--6 2--5 7--7 8--8"],
  ["a.css", "a {\n b: c;\n d: e;\n}\n@media x {\n a {\n }\n}\n", "1--4 5--8"],
  ["a.html", '<html>\n<body id="x">\n<p>\n</p>\n</body>\n<script>\n1\n2\n</script>\n</html>\n', "2--5 6--9"],
  ["a.md", "---\ntitle: x\n---\n# A\n\n```sh\n# no\n```\n## B\ntext\n\nC\n===\n", "4--11 9--11 12--13"],
];

test("the definitions of each language, and a grammar for each of them", async () => {
  await using index = openIndex(Object.fromEntries(SAMPLES));
  assert.deepEqual(
    await index.definitions(...SAMPLES.map(([path]) => path), "a.unknown"),
    SAMPLES.map(([path, , found]) => `${path}: ${found}`),
  );
  // Markdown has no grammar, and the runtime lies beside those of the languages.
  assert.equal(globSync("src/index/grammars/*.wasm.br").length, SAMPLES.length - 1 + 1);
});

test("the packed grammars are those of their list, which says from where they are", () => {
  const list = JSON.parse(readFileSync("src/index/grammars/list.json", "utf8")) as readonly Record<string, string>[];
  const licences = readFileSync("src/index/grammars/LICENSES.txt", "utf8");
  const found = globSync("src/index/grammars/*.wasm.br").map((path) => [
    basename(path, ".wasm.br"),
    createHash("sha256").update(readFileSync(path)).digest("hex"),
  ]);
  assert.deepEqual(Object.fromEntries(found), Object.fromEntries(list.map(({ name, sha256 }) => [name, sha256])));
  assert.deepEqual(
    list.filter(({ from = "" }) => !/@\d+\.\d+\.\d+$/.test(from) || !licences.includes(from)),
    [],
  );
  const runtime = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> };
  assert.equal(
    list.find(({ name }) => name === "runtime")?.["from"],
    `web-tree-sitter@${runtime.dependencies["web-tree-sitter"]}`,
  );
});

test("files that would take too much time or memory are given up and named, and the next file is read", async () => {
  await using index = openIndex({
    "line.js": "(".repeat(200_000),
    "large.py": "def f():\n".repeat(200_000),
    "binary.go": Uint8Array.from([0, 1, 2]),
    "headings.md": "a\n===\n".repeat(100_000),
    "broken.rs": "fn { ) ] impl <\n".repeat(20),
    "fine.py": "class A:\n  pass\n",
  });
  symlinkSync("fine.py", join(index.repository.dir, "link.py"));
  const found = await index.definitions(
    "line.js",
    "large.py",
    "binary.go",
    "link.py",
    "gone.py",
    "headings.md",
    "fine.py",
  );
  const notRead = "not read: no text, or over 1048576 bytes";
  assert.deepEqual(
    found.map((line) => line.slice(0, 70)),
    [
      "line.js: not parsed: a line of over 100000 characters",
      `large.py: ${notRead}`,
      `binary.go: ${notRead}`,
      `link.py: ${notRead}`,
      `gone.py: ${notRead}`,
      "headings.md: 1--2 3--4 5--6 7--8 9--10 11--12 13--14 15--16 17--18 19-",
      "fine.py: 1--2",
    ],
  );
  assert.equal((await index.definitions("headings.md"))[0]?.split(" ").length, 2_001, "2,000 headings and the path");
  assert.match((await index.definitions("broken.rs"))[0] ?? "", /^broken\.rs:/);
});

test("a parse is given up at its time limit", async () => {
  await using index = openIndex({ "deep.cpp": "a<\n".repeat(300_000), "fine.py": "class A:\n  pass\n" }, 100);
  assert.deepEqual(await index.definitions("deep.cpp", "fine.py"), [
    "deep.cpp: not parsed: it takes too long",
    "fine.py: 1--2",
  ]);
});
