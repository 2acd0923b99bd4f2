import { a as FILES_AT, c as putFiles, l as setupOverlays, o as collectLayer, s as layerOverlays } from "./toolbox.js";

export { putFiles };