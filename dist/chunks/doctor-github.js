import { o as examineGitHub } from "./commands.js";

export { examineGitHub };