import { r as withHidden } from "./toolbox.js";

export { withHidden };