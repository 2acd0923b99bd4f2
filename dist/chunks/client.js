import { at as createGitHub } from "./github.js";

export { createGitHub };