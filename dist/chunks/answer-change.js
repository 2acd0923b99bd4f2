import { i as answerChange } from "./git.js";

export { answerChange };