import { Ji as terminalText, Ki as hasColour, qi as styled } from "./core.js";

export { hasColour, styled, terminalText };