import { Hi as hasColour, Ui as styled, Wi as terminalText } from "./core.js";

export { hasColour, styled, terminalText };