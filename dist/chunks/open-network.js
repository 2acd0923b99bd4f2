import { t as openNetwork } from "./network.js";

export { openNetwork };