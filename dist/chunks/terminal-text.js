import { Ci as hasColour, Ti as terminalText, wi as styled } from "./core.js";

export { hasColour, styled, terminalText };