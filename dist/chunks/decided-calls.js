import { c as BECAME, l as decidedCalls } from "./run-page.js";

export { BECAME, decidedCalls };