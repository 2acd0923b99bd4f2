import { s as answerChange } from "./git.js";

export { answerChange };