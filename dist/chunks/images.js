import { f as fetchImages } from "./github.js";

export { fetchImages };