import { $ as createGitHub } from "./github.js";

export { createGitHub };