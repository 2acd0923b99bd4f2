import { Aa as terminalText, Oa as hasColour, ka as styled } from "./core.js";

export { hasColour, styled, terminalText };