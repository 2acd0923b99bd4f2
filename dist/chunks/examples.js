import { a as failedExamples, o as testPolicy } from "./shell.js";

export { failedExamples, testPolicy };