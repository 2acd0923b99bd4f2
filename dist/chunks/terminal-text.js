import { Da as styled, Ea as hasColour, Oa as terminalText } from "./core.js";

export { hasColour, styled, terminalText };