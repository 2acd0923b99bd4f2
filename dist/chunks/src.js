import { C as Blob, S as init_file, _ as FetchError, a as init_src, b as init_esm_min, c as init_abort_error, d as Response, f as init_response, g as init_headers, h as Headers, i as fetch, l as Request, m as isRedirect, o as init_from, p as init_is_redirect, s as AbortError, u as init_request, v as init_fetch_error, w as init_fetch_blob, x as File, y as FormData } from "./vertex.js";

init_fetch_blob();
init_file();
init_esm_min();
init_fetch_error();
init_headers();
init_is_redirect();
init_response();
init_request();
init_abort_error();
init_from();
init_src();
export { fetch as default };