import { m as predictionFiles, p as bundlePatches } from "./batch.js";

export { bundlePatches };