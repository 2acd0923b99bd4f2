import { Gi as terminalText, Ui as hasColour, Wi as styled } from "./core.js";

export { hasColour, styled, terminalText };