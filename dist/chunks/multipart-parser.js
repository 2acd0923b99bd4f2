import { n as init_multipart_parser, r as toFormData } from "./vertex.js";

init_multipart_parser();
export { toFormData };