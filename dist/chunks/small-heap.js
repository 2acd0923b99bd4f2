import { Fa as keepHeapSmall } from "./core.js";

export { keepHeapSmall };