import { d as predictionFiles, u as bundlePatches } from "./batch.js";

export { bundlePatches };