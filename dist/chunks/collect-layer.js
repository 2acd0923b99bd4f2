import { a as FILES_AT, c as putFiles, l as setupOverlays, o as collectLayer, s as layerOverlays } from "./core.js";

export { FILES_AT, putFiles };