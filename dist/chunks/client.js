import { v as createGitHub } from "./job.js";

export { createGitHub };