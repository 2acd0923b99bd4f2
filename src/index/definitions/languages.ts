/** Languages with the endings of their files and a query each. `@f` is a function; `@t` is a definition that is listed at any length. */

export interface Language {
  readonly grammar: string;
  readonly query: string;
}

const JAVASCRIPT = `[(function_declaration) (generator_function_declaration) (method_definition)
  (lexical_declaration (variable_declarator value: [(arrow_function) (function_expression)]))
  (assignment_expression left: (member_expression) right: [(arrow_function) (function_expression)])] @f (class_declaration) @t`;

const TYPESCRIPT = `[(function_declaration) (generator_function_declaration) (method_definition)
  (lexical_declaration (variable_declarator value: [(arrow_function) (function_expression)]))] @f
  [(class_declaration) (abstract_class_declaration) (interface_declaration) (type_alias_declaration) (enum_declaration) (internal_module)] @t`;

const C = `(function_definition) @f [(struct_specifier body: (_)) (union_specifier body: (_)) (enum_specifier body: (_)) (type_definition)] @t`;

const QUERIES = {
  python: "(function_definition) @f (class_definition) @t",
  javascript: JAVASCRIPT,
  typescript: TYPESCRIPT,
  tsx: TYPESCRIPT,
  go: "[(function_declaration) (method_declaration)] @f (type_declaration) @t",
  rust: "(function_item) @f [(struct_item) (enum_item) (union_item) (trait_item) (impl_item) (mod_item) (macro_definition) (type_item)] @t",
  java: "[(method_declaration) (constructor_declaration)] @f [(class_declaration) (interface_declaration) (enum_declaration) (record_declaration) (annotation_type_declaration)] @t",
  c: C,
  cpp: `${C} [(class_specifier body: (_)) (namespace_definition)] @t`,
  c_sharp:
    "[(method_declaration) (constructor_declaration) (property_declaration)] @f [(class_declaration) (interface_declaration) (struct_declaration) (enum_declaration) (record_declaration) (namespace_declaration)] @t",
  ruby: "[(method) (singleton_method)] @f [(class) (module)] @t",
  php: "[(function_definition) (method_declaration)] @f [(class_declaration) (interface_declaration) (trait_declaration) (enum_declaration)] @t",
  bash: "(function_definition) @f",
  kotlin: "(function_declaration) @f [(class_declaration) (object_declaration)] @t",
  lua: "(function_declaration) @f (assignment_statement (expression_list value: (function_definition))) @f",
  hcl: "(config_file (body (block) @t))",
  zig: "[(function_declaration) (test_declaration)] @f (variable_declaration [(struct_declaration) (enum_declaration) (union_declaration)]) @t",
  elixir:
    '((call target: (identifier) @k) @t (#match? @k "^(defmodule|defprotocol|defimpl)$")) ((call target: (identifier) @k) @f (#match? @k "^(def|defp|defmacro|defmacrop)$"))',
  scala:
    "(function_definition) @f [(class_definition) (object_definition) (trait_definition) (enum_definition) (type_definition)] @t",
  css: "[(rule_set) (keyframes_statement) (media_statement)] @f",
  html: "[(element (start_tag (attribute (attribute_name) @k))) (script_element) (style_element)] @f",
} as const;

const ENDINGS: Readonly<Record<keyof typeof QUERIES, string>> = {
  python: "py pyi pyw",
  javascript: "js jsx mjs cjs",
  typescript: "ts mts cts",
  tsx: "tsx",
  go: "go",
  rust: "rs",
  java: "java",
  c: "c",
  cpp: "cc cpp cxx h hh hpp hxx cu",
  c_sharp: "cs",
  ruby: "rb rake gemspec",
  php: "php",
  bash: "sh bash",
  kotlin: "kt kts",
  lua: "lua",
  hcl: "tf hcl tfvars",
  zig: "zig",
  elixir: "ex exs",
  scala: "scala sc",
  css: "css",
  html: "html htm",
};

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  Object.entries(QUERIES).flatMap(([grammar, query]) =>
    ENDINGS[grammar as keyof typeof QUERIES].split(" ").map((ending) => [ending, { grammar, query }] as const),
  ),
);

/** The language of a file by its ending; Markdown has no grammar. */
export function codeLanguageOf(path: string): Language | "markdown" | undefined {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return ending === "md" || ending === "mdx" || ending === "markdown" ? "markdown" : BY_ENDING.get(ending);
}
