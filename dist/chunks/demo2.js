import { t as demoCommand } from "./demo.js";

export { demoCommand };