import { go as keepHeapSmall } from "./core.js";

export { keepHeapSmall };