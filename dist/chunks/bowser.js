import { a as OS_MAP, c as parse, i as ENGINE_MAP, n as BROWSER_MAP, o as PLATFORMS_MAP, r as Bowser, s as init_bowser } from "./bedrock.js";

init_bowser();
export { Bowser as default, parse };