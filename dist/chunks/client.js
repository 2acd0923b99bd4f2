import { En as createGitHub } from "./github.js";

export { createGitHub };