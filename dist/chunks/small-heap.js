import { ln as keepHeapSmall } from "./front.js";

export { keepHeapSmall };