import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@daymark/domain/account/webauthn";

/** Ways in which a browser or an authenticator may deviate from the standard. */
export interface Deviation {
  origin?: string;
  rpId?: string;
  /** The type in the client data. */
  type?: string;
  isUserVerified?: boolean;
  isUserPresent?: boolean;
  /** The counter to send instead of the next one. */
  counter?: number;
  /** Signs with a key that does not belong to the passkey. */
  isForged?: boolean;
  userHandle?: string | null;
  /** The credential id in the authenticator's data, which is the passkey's own by default. */
  attestedId?: Buffer;
  /** The attestation, none by default: self attestation, or a format whose statement has a certificate. */
  attestation?: "self" | { certificateFor: string };
}

interface Made {
  id: string;
  userHandle: string;
  privateKey: KeyObject;
  counter: number;
}

const flag = { userPresent: 0x01, userVerified: 0x04, backupEligible: 0x08, backedUp: 0x10, attestedData: 0x40 };

/**
 * A software authenticator with its browser. It creates passkeys (ES256, attestation none or self) and signs assertions
 * as WebAuthn Level 3, 6 and 7 define.
 *
 * @param options.isSynced whether its passkeys are copied between devices; those have no counter
 */
export function createAuthenticator({ origin, isSynced = false }: { origin: string; isSynced?: boolean }) {
  const passkeys: Made[] = [];
  const sync = isSynced ? flag.backupEligible | flag.backedUp : 0;

  function flagsOf({ isUserVerified = true, isUserPresent = true }: Deviation): number {
    return sync | (isUserVerified ? flag.userVerified : 0) | (isUserPresent ? flag.userPresent : 0);
  }

  function clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const data = { type: deviation.type ?? type, challenge, origin: deviation.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  return {
    passkeys,

    /** The result of `navigator.credentials.create()`. */
    create(options: PasskeyCreationOptions, deviation: Deviation = {}): PasskeyRegistration {
      const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const credentialId = randomBytes(32);
      const id = credentialId.toString("base64url");
      const counter = deviation.counter ?? 0;
      passkeys.push({ id, userHandle: options.user.id, privateKey, counter });
      const attestedId = deviation.attestedId ?? credentialId;
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const authData = Buffer.concat([
        authenticatorData(deviation.rpId ?? options.rp.id, flagsOf(deviation) | flag.attestedData, counter),
        Buffer.alloc(16),
        uint16(attestedId.length),
        attestedId,
        // COSE_Key (RFC 9053 7.1.1): EC2, ES256, P-256, x, y.
        Buffer.from("a5010203262001215820", "hex"),
        Buffer.from(x, "base64url"),
        Buffer.from("225820", "hex"),
        Buffer.from(y, "base64url"),
      ]);
      const client = clientData("webauthn.create", options.challenge, deviation);
      const signature = sign("sha256", Buffer.concat([authData, sha256(client)]), privateKey);
      const attestationObject = Buffer.concat([
        // A map of three (RFC 8949 3.1): fmt, attStmt, and authData, which are bytes.
        Buffer.from([0xa3]),
        ...attestationMembers(deviation.attestation, signature),
        cborText("authData"),
        Buffer.concat([Buffer.from([0x59]), uint16(authData.length), authData]),
      ]);
      return {
        id,
        rawId: id,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          attestationObject: attestationObject.toString("base64url"),
          transports: ["internal"],
        },
      };
    },

    /** The result of `navigator.credentials.get()`: the answer of the newest of the allowed passkeys. */
    get(options: PasskeyRequestOptions, deviation: Deviation = {}): PasskeyAssertion {
      const allowed = options.allowCredentials.map(({ id }) => id);
      const passkey = passkeys.findLast(({ id }) => allowed.length === 0 || allowed.includes(id));
      if (!passkey) throw new Error("the authenticator has no such passkey");
      if (!isSynced) passkey.counter += 1;
      const counter = deviation.counter ?? passkey.counter;
      const data = authenticatorData(deviation.rpId ?? options.rpId, flagsOf(deviation), counter);
      const client = clientData("webauthn.get", options.challenge, deviation);
      const key = deviation.isForged
        ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
        : passkey.privateKey;
      return {
        id: passkey.id,
        rawId: passkey.id,
        type: "public-key",
        response: {
          clientDataJSON: client.toString("base64url"),
          authenticatorData: data.toString("base64url"),
          signature: sign("sha256", Buffer.concat([data, sha256(client)]), key).toString("base64url"),
          userHandle: deviation.userHandle === undefined ? passkey.userHandle : deviation.userHandle,
        },
      };
    },
  };
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count]);
}

/** Format and statement (WebAuthn Level 3, 8.2 and 8.7). */
function attestationMembers(attestation: Deviation["attestation"], signature: Buffer): Buffer[] {
  if (!attestation) return [cborText("fmt"), cborText("none"), cborText("attStmt"), Buffer.from([0xa0])];
  const members = [
    // ES256 is -7.
    [cborText("alg"), Buffer.from([0x26])],
    [cborText("sig"), Buffer.from([0x58, signature.length]), signature],
    // A list of one certificate.
    ...(attestation === "self" ? [] : [[cborText("x5c"), Buffer.from([0x81, 0x41, 0x30])]]),
  ];
  const format = attestation === "self" ? "packed" : attestation.certificateFor;
  return [
    cborText("fmt"),
    cborText(format),
    cborText("attStmt"),
    Buffer.from([0xa0 | members.length]),
    ...members.flat(),
  ];
}

/** RFC 8949 3.1: a text of less than 24 bytes. */
function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
