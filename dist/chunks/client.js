import { h as createGitHub } from "./job.js";

export { createGitHub };