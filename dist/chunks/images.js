import { d as fetchImages } from "./github.js";

export { fetchImages };