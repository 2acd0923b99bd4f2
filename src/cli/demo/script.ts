/** The answers of the demo's scripted model: the steps of a real model on this task, and one that the policy refuses. */

const call = (name: string, args: object) => ({ name, arguments: args });

const FIX = `<<<<<<< SEARCH
:start_line:4
-------
  for (let i = 1; i < items.length; i += 1) {
=======
  for (let i = 0; i < items.length; i += 1) {
>>>>>>> REPLACE`;

/** The replies in order, in the format of `scripted/<file>`. */
export const DEMO_SCRIPT = [
  {
    text: "I look at the code and the tests first.",
    calls: [
      call("update_todo_list", { todos: "[-] find the bug\n[ ] fix it\n[ ] note it in the changelog" }),
      call("read_file", { files: [{ path: "src/total.js" }, { path: "test/total.test.js" }] }),
      call("execute_command", { command: "node --test 2>&1 | tail -40" }),
    ],
  },
  {
    text: "The first item is skipped. Let me see whether others had this bug.",
    calls: [call("execute_command", { command: "curl -s https://example.com/known-bugs" })],
  },
  {
    text: "Not allowed, and not needed: the loop starts at 1.",
    calls: [
      call("apply_diff", { path: "src/total.js", diff: FIX }),
      call("execute_command", { command: "node --test" }),
    ],
  },
  {
    text: "The tests pass. Now the changelog.",
    calls: [
      call("update_todo_list", { todos: "[x] find the bug\n[x] fix it\n[-] note it in the changelog" }),
      call("read_file", { files: [{ path: "CHANGELOG.md" }] }),
    ],
  },
  {
    calls: [
      call("write_to_file", {
        path: "CHANGELOG.md",
        content: "# Changelog\n\n- `total` counts the first item of a cart again.\n",
      }),
    ],
  },
  {
    calls: [
      call("update_todo_list", { todos: "[x] find the bug\n[x] fix it\n[x] note it in the changelog" }),
      call("attempt_completion", {
        result:
          "total() skipped the first item because its loop began at 1. It begins at 0 now; both tests pass, and CHANGELOG.md says so.",
      }),
    ],
  },
];
