import { a as testPolicy, i as failedExamples } from "./shell.js";

export { failedExamples, testPolicy };