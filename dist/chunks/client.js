import { An as createGitHub } from "./github.js";

export { createGitHub };