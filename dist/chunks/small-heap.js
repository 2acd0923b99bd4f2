import { Mt as keepHeapSmall } from "./front.js";

export { keepHeapSmall };