import { To as keepHeapSmall } from "./core.js";

export { keepHeapSmall };