import { Cn as createGitHub } from "./github.js";

export { createGitHub };