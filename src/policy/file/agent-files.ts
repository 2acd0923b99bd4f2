/**
 * Files that tell agents what to do and what they may use. A change of one works on every later run, of this program and of others, so
 * every policy asks a person about it, unless `publish.agent_files` leaves it to the rules.
 */

const FOLDERS =
  ".kimi,.claude,.codex,.agents,.kilocode,.roo,.cline,.clinerules,.cursor,.windsurf,.gemini,.qwen,.opencode,.continue,.amazonq,.junie,.augment,.crush,.goose";

/** Globs of this program's files and of those that other agents read, as their documentation names them. */
export const AGENT_FILES: readonly string[] = [
  // Instructions.
  "**/{AGENTS,AGENT,CLAUDE,GEMINI,QWEN}.md",
  "**/{AGENTS.override,CLAUDE.local}.md",
  "**/{.cursorrules,.windsurfrules,.clinerules,.kilocoderules,.roorules,.goosehints,.rules}",
  ".github/copilot-instructions.md",
  ".github/{instructions,prompts,chatmodes,agents}/**",
  // Modes and the rules of one.
  "**/{.kilocodemodes,.roomodes}",
  "**/{.kilocoderules,.roorules,.clinerules}-*",
  // MCP servers and settings.
  "**/.mcp.json",
  "**/{.aider.conf.yml,opencode.json,opencode.jsonc,crush.json}",
  ".vscode/mcp.json",
  // Folders and links with rules, skills, agents, hooks and tools.
  `**/{${FOLDERS}}`,
  `**/{${FOLDERS}}/**`,
];
