import { na as styled, ra as terminalText, ta as hasColour } from "./core.js";

export { hasColour, styled, terminalText };