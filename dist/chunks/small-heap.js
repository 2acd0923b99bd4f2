import { Ft as keepHeapSmall } from "./front.js";

export { keepHeapSmall };