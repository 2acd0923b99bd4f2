import { t as fetchImages } from "./images.js";

export { fetchImages };