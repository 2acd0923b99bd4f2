import { t as failedExamples } from "./shell.js";

export { failedExamples };