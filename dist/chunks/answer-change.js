import { n as answerChange } from "./git.js";

export { answerChange };