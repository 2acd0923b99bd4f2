import { n as loadScript, t as createScriptedModel } from "./scripted2.js";

export { createScriptedModel, loadScript };