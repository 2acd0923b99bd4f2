import { C as sinceVersion1, w as widenedNote } from "./toolbox.js";

export { sinceVersion1, widenedNote };