import { createCipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import type { PushSubscribeInput } from "@daymark/domain/account/push";

const saltBytes = 16;
const tagBytes = 16;
const publicKeyBytes = 65;
/** RFC 8188 2.1: the salt, the length of a record (4 bytes), the length of the key's name (1) and the key's name. */
const headerBytes = saltBytes + 4 + 1 + publicKeyBytes;
/** RFC 8291 4: push services accept 4096 bytes, and the message is one record. */
const recordBytes = 4096;
/** RFC 8188 2: the delimiter of the last record. */
const lastRecord = 2;

/** The longest text, in bytes, that one message holds. */
export const plainBytesMax = recordBytes - headerBytes - tagBytes - 1;

/** Generated for each message. Tests pass fixed values to compare the result. */
export interface Ephemeral {
  salt: Uint8Array;
  /** A scalar of P-256. */
  privateKey: Uint8Array;
}

/**
 * Encrypts a text that only the browser of a subscription can decrypt. Returns the body of a message with
 * `Content-Encoding: aes128gcm` (RFC 8291, over RFC 8188).
 *
 * @throws RangeError if the text is longer than {@link plainBytesMax}
 * @throws Error if the subscription's key is not a point of P-256
 */
export function encryptPush(text: string, keys: PushSubscribeInput["keys"], ephemeral?: Ephemeral): Uint8Array {
  const plain = Buffer.from(text, "utf8");
  if (plain.length > plainBytesMax) throw new RangeError("a push message is too long");
  const curve = createECDH("prime256v1");
  if (ephemeral) curve.setPrivateKey(ephemeral.privateKey);
  else curve.generateKeys();
  const salt = ephemeral?.salt ?? randomBytes(saltBytes);
  const ownKey = curve.getPublicKey();
  const browserKey = Buffer.from(keys.p256dh, "base64url");

  // RFC 8291 3.4: the shared secret of server and browser, bound to both keys by the subscription's authentication
  // secret.
  const keyInfo = Buffer.concat([Buffer.from("WebPush: info\0"), browserKey, ownKey]);
  const shared = curve.computeSecret(browserKey);
  const secret = expand(shared, Buffer.from(keys.auth, "base64url"), keyInfo, 32);
  const contentKey = expand(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = expand(secret, salt, "Content-Encoding: nonce\0", 12);

  const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
  const sealed = [cipher.update(plain), cipher.update(Buffer.of(lastRecord)), cipher.final(), cipher.getAuthTag()];
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(recordBytes);
  sizes.writeUInt8(ownKey.length, 4);
  return Buffer.concat([salt, sizes, ownKey, ...sealed]);
}

function expand(secret: Uint8Array, salt: Uint8Array, info: string | Uint8Array, bytes: number): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, salt, info, bytes));
}
