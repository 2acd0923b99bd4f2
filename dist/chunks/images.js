import { b as fetchImages } from "./github.js";

export { fetchImages };