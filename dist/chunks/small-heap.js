import { yn as keepHeapSmall } from "./front.js";

export { keepHeapSmall };