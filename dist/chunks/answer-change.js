import { a as answerChange } from "./git.js";

export { answerChange };