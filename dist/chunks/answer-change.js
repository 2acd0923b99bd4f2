import { r as answerChange } from "./git.js";

export { answerChange };