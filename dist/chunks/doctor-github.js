import { d as examineGitHub } from "./commands.js";

export { examineGitHub };