import { t as fetchImages } from "./images2.js";

export { fetchImages };