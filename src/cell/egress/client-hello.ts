/** The first message of a TLS client. It is refused when the server's name is missing, encrypted (ECH) or repeated. */

export type ClientHello =
  /** The message is incomplete. It need not be read again before the stream has so many bytes. */
  | { readonly kind: "more"; readonly atLeast: number }
  | { readonly kind: "hello"; readonly name: string }
  | { readonly kind: "refused"; readonly why: string };

/** With post-quantum key shares a greeting has 2 KB. No client sends more than this. */
export const MAX_HELLO_BYTES = 32 * 1024;

const HANDSHAKE = 22;
const CLIENT_HELLO = 1;
const SERVER_NAME = 0;
/** encrypted_client_hello, and the draft before it. */
const HIDDEN_NAMES = new Set([0xfe0d, 0xffce]);

const refuse = (why: string): ClientHello => ({ kind: "refused", why });
const NO_TLS = refuse("what is sent through the tunnel is not TLS");
const BROKEN = refuse("the TLS greeting is broken");

/** Reads the greeting from the beginning of a stream. */
export function readClientHello(stream: Buffer): ClientHello {
  const handshake = handshakeOf(stream);
  if (!Buffer.isBuffer(handshake)) return handshake;
  const more = (length: number): ClientHello => ({ kind: "more", atLeast: stream.length + length - handshake.length });
  if (handshake.length < 4) return more(4);
  if (handshake[0] !== CLIENT_HELLO) return NO_TLS;
  const length = handshake.readUIntBE(1, 3);
  if (length > MAX_HELLO_BYTES) return BROKEN;
  if (handshake.length < 4 + length) return more(4 + length);
  try {
    return nameIn(handshake.subarray(4, 4 + length));
  } catch {
    return BROKEN; // a length beyond the end
  }
}

/** The handshake's bytes so far, without the record headers. */
function handshakeOf(stream: Buffer): Buffer | ClientHello {
  const parts: Buffer[] = [];
  for (let at = 0; at < stream.length;) {
    if (stream[at] !== HANDSHAKE) return at === 0 ? NO_TLS : Buffer.concat(parts); // early data may follow
    if (stream.length < at + 5) break;
    if (stream[at + 1] !== 3) return NO_TLS;
    const length = stream.readUInt16BE(at + 3);
    if (length === 0 || length > 2 ** 14) return BROKEN;
    parts.push(stream.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return Buffer.concat(parts);
}

function nameIn(body: Buffer): ClientHello {
  const session = 2 + 32; // behind version and random
  const ciphers = session + 1 + body.readUInt8(session);
  const compression = ciphers + 2 + body.readUInt16BE(ciphers);
  const extensions = compression + 1 + body.readUInt8(compression);
  if (extensions + 2 + body.readUInt16BE(extensions) !== body.length) return BROKEN;
  const names: string[] = [];
  for (let at = extensions + 2; at < body.length;) {
    const type = body.readUInt16BE(at);
    const length = body.readUInt16BE(at + 2);
    const extension = body.subarray(at + 4, at + 4 + length);
    if (extension.length !== length) return BROKEN;
    if (HIDDEN_NAMES.has(type)) return refuse("the TLS greeting hides the name of the server (ECH)");
    if (type === SERVER_NAME) names.push(serverName(extension));
    at += 4 + length;
  }
  const [name, ...others] = names;
  if (name === undefined || name === "" || others.length > 0) return refuse("the TLS greeting names no server (SNI)");
  return { kind: "hello", name };
}

/** The only host name of the list; empty for any other list. */
function serverName(extension: Buffer): string {
  if (extension.length < 5) return "";
  const length = extension.readUInt16BE(3);
  const isOne = extension.readUInt16BE(0) === extension.length - 2 && extension[2] === 0;
  return isOne && length === extension.length - 5 ? extension.toString("latin1", 5).toLowerCase() : "";
}
