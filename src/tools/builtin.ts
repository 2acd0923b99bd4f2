/** The built-in tools in the order the model sees them. To add one: a file with a factory, and its line here. */

import type { Tool } from "../protocol/tool.ts";
import { applyDiffTool } from "./edit/apply-diff.ts";
import { askFollowupQuestionTool } from "./ask-followup-question.ts";
import { attemptCompletionTool } from "./attempt-completion.ts";
import { backgroundCommandTool } from "./background-command.ts";
import type { ToolDeps } from "./define/define-tool.ts";
import { executeCommandTool } from "./execute-command.ts";
import { listFilesTool } from "./list-files.ts";
import { readFileTool } from "./read-file.ts";
import { searchFilesTool } from "./search-files.ts";
import { updateTodoListTool } from "./update-todo-list.ts";
import { writeToFileTool } from "./edit/write-to-file.ts";

/** All built-in tools over one cell. The order is part of the prompt prefix that providers cache. */
export function builtinTools(deps: ToolDeps): readonly Tool[] {
  return [
    readFileTool(deps),
    listFilesTool(deps),
    searchFilesTool(deps),
    applyDiffTool(deps),
    writeToFileTool(deps),
    executeCommandTool(deps),
    backgroundCommandTool(deps),
    updateTodoListTool(),
    askFollowupQuestionTool(),
    attemptCompletionTool(),
  ];
}
