import { o as answerDropped } from "./github.js";

export { answerDropped };