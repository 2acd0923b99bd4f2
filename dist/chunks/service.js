import { o as createService } from "./network.js";

export { createService };