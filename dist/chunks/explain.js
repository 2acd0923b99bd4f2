import { a as explainCommand, c as showPolicy, i as explain, n as ACCEPTED, o as explainLine, r as SUBJECTS, s as questionsIn } from "./shell.js";

export { ACCEPTED, SUBJECTS, explain, explainLine, questionsIn, showPolicy };