import { a as explainLine, i as explain, n as ACCEPTED, o as questionsIn, r as SUBJECTS, s as showPolicy } from "./shell.js";

export { ACCEPTED, SUBJECTS, explain, explainLine, questionsIn, showPolicy };