import { i as openServices } from "./network.js";

export { openServices };