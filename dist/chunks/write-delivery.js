import { o as writeDelivery } from "./job.js";

export { writeDelivery };