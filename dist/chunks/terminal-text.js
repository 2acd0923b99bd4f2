import { $i as hasColour, ea as styled, ta as terminalText } from "./core.js";

export { hasColour, styled, terminalText };