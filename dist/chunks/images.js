import { _ as fetchImages } from "./github.js";

export { fetchImages };