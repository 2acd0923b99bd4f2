import { f as examineGitHub } from "./commands.js";

export { examineGitHub };