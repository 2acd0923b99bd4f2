import { yi as keepHeapSmall } from "./core.js";

export { keepHeapSmall };