import { r as require__2019 } from "./schema.js";

export default require__2019();

export {  };