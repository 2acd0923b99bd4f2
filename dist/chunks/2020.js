import { n as require__2020 } from "./schema.js";

export default require__2020();

export {  };