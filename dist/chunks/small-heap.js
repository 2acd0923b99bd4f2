import { Eo as keepHeapSmall } from "./core.js";

export { keepHeapSmall };