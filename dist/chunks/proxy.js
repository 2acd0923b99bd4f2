import { s as createProxy } from "./network.js";

export { createProxy };