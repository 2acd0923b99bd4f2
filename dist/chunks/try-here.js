import { t as tryHere } from "./init.js";

export { tryHere };