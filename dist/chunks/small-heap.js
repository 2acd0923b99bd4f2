import { Na as keepHeapSmall } from "./core.js";

export { keepHeapSmall };