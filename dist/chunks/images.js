import { l as fetchImages } from "./github.js";

export { fetchImages };