import { n as demoCommand, t as KEYED_MODELS } from "./demo.js";

export { demoCommand };