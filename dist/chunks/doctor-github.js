import { i as examineGitHub } from "./doctor.js";

export { examineGitHub };