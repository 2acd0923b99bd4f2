import { o as writeDelivery } from "./github.js";

export { writeDelivery };