import { _ as createGitHub } from "./job.js";

export { createGitHub };