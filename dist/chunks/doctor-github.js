import { u as examineGitHub } from "./commands.js";

export { examineGitHub };