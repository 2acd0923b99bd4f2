import { l as examineGitHub } from "./commands.js";

export { examineGitHub };