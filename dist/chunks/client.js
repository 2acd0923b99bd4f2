import { mn as createGitHub } from "./github.js";

export { createGitHub };