import { hn as keepHeapSmall } from "./front.js";

export { keepHeapSmall };