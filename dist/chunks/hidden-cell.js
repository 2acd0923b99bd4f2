import { u as withHidden } from "./toolbox.js";

export { withHidden };