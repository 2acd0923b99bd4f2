import { i as showPolicy, n as explainLine, r as explainTool, t as explainCommand } from "./shell.js";

export { explainCommand, explainLine, explainTool, showPolicy };