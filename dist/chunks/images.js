import { u as fetchImages } from "./github.js";

export { fetchImages };