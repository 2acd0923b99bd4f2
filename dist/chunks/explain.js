import { n as explainLine, r as showPolicy, t as explainCommand } from "./shell.js";

export { explainCommand, explainLine, showPolicy };