import { a as questionsIn, i as explainLine, n as SUBJECTS, o as showPolicy, r as explain, t as ACCEPTED } from "./shell.js";

export { ACCEPTED, SUBJECTS, explain, explainLine, questionsIn, showPolicy };