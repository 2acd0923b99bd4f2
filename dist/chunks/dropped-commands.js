import { l as answerDropped } from "./github.js";

export { answerDropped };