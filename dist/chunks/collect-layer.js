import { a as collectLayer, c as setupOverlays, i as FILES_AT, o as layerOverlays, s as putFiles } from "./core.js";

export { FILES_AT, putFiles };