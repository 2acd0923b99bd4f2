import { Ui as editOf, Wi as renderContext } from "./core.js";

export { renderContext };