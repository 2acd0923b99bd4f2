import { H as judgeChange } from "./toolbox.js";

export { judgeChange };