/** Every built-in tool, in the order of the prompt. Providers cache its prefix, so a new tool goes where it changes the fewest prompts. */

import { applyDiffTool } from "./edit/apply-diff.ts";
import { askFollowupQuestionTool } from "./ask-followup-question.ts";
import { attemptCompletionTool } from "./attempt-completion.ts";
import { backgroundCommandTool } from "./background-command.ts";
import { browserActionTool } from "./browser/browser-action.ts";
import { codebaseSearchTool } from "./codebase-search.ts";
import { createSubagentTool } from "./create-subagent.ts";
import type { BuiltinTool } from "./define/define-tool.ts";
import { executeCommandTool } from "./execute-command.ts";
import { fetchUrlTool } from "./fetch-url.ts";
import { GITHUB_TOOLS } from "./github/output.ts";
import { listCodeDefinitionNamesTool } from "./list-code-definition-names.ts";
import { listFilesTool } from "./list-files.ts";
import { newTaskTool } from "./new-task.ts";
import { editFileTool } from "./edit/edit-file.ts";
import { insertContentTool } from "./edit/insert-content.ts";
import { searchAndReplaceTool } from "./edit/search-and-replace.ts";
import { condenseTool, fetchInstructionsTool, reportBugTool, thinkTool } from "./conversation/conversation-tools.ts";
import { reportFindingTool } from "./conversation/report-finding.ts";
import { enterPlanModeTool, exitPlanModeTool } from "./plan-mode.ts";
import { readFileTool } from "./read-file.ts";
import { searchFilesTool } from "./search/search-files.ts";
import { searchWebTool } from "./search-web.ts";
import { sendDmailTool } from "./send-dmail.ts";
import { skillTool } from "./skill.ts";
import { switchModeTool } from "./switch-mode.ts";
import { updateTodoListTool } from "./update-todo-list.ts";
import { accessMcpResourceTool, useMcpTool } from "./use-mcp-tool.ts";
import { newRuleTool, writeToFileTool } from "./edit/write-to-file.ts";

const LIST = [
  readFileTool,
  listFilesTool,
  searchFilesTool,
  codebaseSearchTool,
  listCodeDefinitionNamesTool,
  applyDiffTool,
  writeToFileTool,
  searchAndReplaceTool,
  insertContentTool,
  editFileTool,
  newRuleTool,
  executeCommandTool,
  backgroundCommandTool,
  browserActionTool,
  newTaskTool,
  createSubagentTool,
  switchModeTool,
  enterPlanModeTool,
  exitPlanModeTool,
  skillTool,
  fetchInstructionsTool,
  thinkTool,
  condenseTool,
  reportBugTool,
  sendDmailTool,
  updateTodoListTool,
  askFollowupQuestionTool,
  attemptCompletionTool,
  fetchUrlTool,
  searchWebTool,
  useMcpTool,
  accessMcpResourceTool,
  ...GITHUB_TOOLS,
  reportFindingTool,
];

/** The dependencies of all tools together. */
export type ToolDeps = (
  (typeof LIST)[number] extends infer T ? (T extends BuiltinTool<infer D> ? (deps: D) => void : never) : never
) extends (deps: infer D) => void
  ? D
  : never;

export const TOOLS: readonly BuiltinTool<ToolDeps>[] = LIST;
