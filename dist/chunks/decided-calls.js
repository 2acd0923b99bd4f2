import { c as decidedCalls } from "./run-page.js";

export { decidedCalls };