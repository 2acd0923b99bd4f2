import { a as showPolicy, i as explainTool, n as explainCommand, r as explainLine } from "./shell.js";

export { explainCommand, explainLine, explainTool, showPolicy };