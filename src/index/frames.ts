/** The lines that the controller and the index program exchange: one request at a time, and its answers with the same id. */

import type { CodeQuery, CodeSearch, FileDefinitions } from "../protocol/tool.ts";

export type IndexRequest =
  | { readonly id: number; readonly op: "search"; readonly query: CodeQuery }
  | { readonly id: number; readonly op: "definitions"; readonly paths: readonly string[] };

export type IndexReply =
  /** It still works; on this file, where one is named. */
  | { readonly id: number; readonly kind: "at"; readonly path?: string }
  | { readonly id: number; readonly kind: "search"; readonly found: CodeSearch }
  | { readonly id: number; readonly kind: "definitions"; readonly files: readonly FileDefinitions[] }
  | { readonly id: number; readonly kind: "failed"; readonly reason: string };
