/** Recognises addresses of uploads to GitHub by exact lists: content of other places can belong to, or be changed by, any account. */

/** Paths of uploads on a server: the current form, the one until 2024, and that of GitHub Enterprise Server. */
const UPLOAD =
  /^\/(?:user-attachments\/assets\/[\w-]+|[\w.-]+\/[\w.-]+\/assets\/\d+\/[\w-]+|storage\/user\/\d+\/files\/[\w-]+)$/;
/** Hosts with uploads only: the form until 2021, and the current one for signed-in readers. */
const UPLOAD_HOSTS: ReadonlySet<string> = new Set([
  "user-images.githubusercontent.com",
  "private-user-images.githubusercontent.com",
]);
/** GitHub's bucket for uploads, which only a redirect with a signature leads to. */
const STORAGE_HOST = "github-production-user-asset-6210df.s3.amazonaws.com";

/** Whether an address in a text is an upload, on `server` or on github.com. */
export function isUpload(url: URL, server: URL): boolean {
  if (url.username !== "" || url.password !== "") return false;
  if (url.origin === server.origin || url.origin === "https://github.com") return UPLOAD.test(url.pathname);
  return url.protocol === "https:" && UPLOAD_HOSTS.has(url.host);
}

/** Whether GitHub may redirect the download of an upload to this address. */
export function isStorage(url: URL, server: URL): boolean {
  if (isUpload(url, server)) return true;
  if (url.protocol !== "https:" || url.username !== "" || url.password !== "") return false;
  return (
    url.host === STORAGE_HOST || url.host === `media.${server.host}` || url.host.endsWith(".githubusercontent.com")
  );
}
