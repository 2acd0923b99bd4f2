import { a as layerOverlays, i as collectLayer, o as putFiles, s as setupOverlays } from "./core.js";

export { putFiles };