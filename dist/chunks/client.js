import { en as createGitHub } from "./github.js";

export { createGitHub };