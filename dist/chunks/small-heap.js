import { no as keepHeapSmall } from "./core.js";

export { keepHeapSmall };