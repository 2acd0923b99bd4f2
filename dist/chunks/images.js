import { t as fetchImages } from "./undici.js";

export { fetchImages };