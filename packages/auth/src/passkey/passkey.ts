import { hash, randomBytes } from "node:crypto";
import { isIP } from "node:net";
import type { Database, Transaction } from "@daymark/db/connection/client";
import { passkeyChallenges, type passkeyPurposes, passkeys } from "@daymark/db/schema/passkey";
import { users } from "@daymark/db/schema/user";
import { passkeyChallengeTtlSeconds } from "@daymark/domain/account/passkey";
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from "@daymark/domain/account/webauthn";
import { brand } from "@daymark/domain/base/brand";
import { and, desc, eq, isNull } from "drizzle-orm";

/** The relying party of a passkey (WebAuthn Level 3, 4): the passkey works only there. */
export interface RelyingParty {
  id: string;
  origin: string;
}

export type PasskeyPurpose = (typeof passkeyPurposes)[number];

/** The purpose, user and time (milliseconds since the epoch) of a challenge. The user is null if not known yet. */
interface Occasion {
  purpose: PasskeyPurpose;
  userId: number | null;
  now: number;
}

/** A refused answer of an authenticator. The message says why, for the log. */
export class PasskeyRefused extends Error {
  override readonly name = "PasskeyRefused";
  /** The owner of the passkey that the answer names, if there is one of that id. */
  readonly userId: number | null;

  constructor(message: string, userId: number | null, cause?: unknown) {
    super(message, { cause });
    this.userId = userId;
  }
}

/**
 * The module loads all of X.509, for attestations: 5 MB of memory, which the process uses only after the first passkey.
 */
const loadWebAuthn = () => import("./web-authn.ts");

/** COSE (RFC 9053): EdDSA, ES256 and RS256. Every authenticator supports one of them. */
const algorithms = [-8, -7, -257];
const challengeBytes = 32;
const timeout = passkeyChallengeTtlSeconds * 1000;

/**
 * The relying party of this installation, from PUBLIC_URL.
 *
 * @returns null for a bare IP address: a relying party is a domain (WebAuthn Level 3, 5.1.3)
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { hostname, origin } = new URL(publicUrl);
  return isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { id: hostname, origin } : null;
}

/**
 * The options for creating a passkey. The passkey identifies its user by itself, and the authenticator verifies the
 * user.
 */
export async function startPasskeyCreation(
  db: Database,
  party: RelyingParty,
  { userId, username, now }: { userId: number; username: string; now: number },
): Promise<PasskeyCreationOptions> {
  return {
    challenge: await createChallenge(db, { purpose: "create", userId, now }),
    rp: { id: party.id, name: brand },
    user: { id: handleOf(userId), name: username, displayName: username },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    timeout,
    // The server does not need to know the make of an authenticator.
    attestation: "none",
    excludeCredentials: await listDescriptors(db, userId),
    authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
  };
}

/** The options for using a passkey: of any user, or of a known one. */
export async function startPasskeyAssertion(
  db: Database,
  party: RelyingParty,
  {
    purpose,
    userId,
    now,
  }: { purpose: "log_in"; userId: null; now: number } | { purpose: "step_up"; userId: number; now: number },
): Promise<PasskeyRequestOptions> {
  return {
    challenge: await createChallenge(db, { purpose, userId, now }),
    rpId: party.id,
    timeout,
    userVerification: "required",
    allowCredentials: userId === null ? [] : await listDescriptors(db, userId),
  };
}

/**
 * Checks a new passkey, and uses up its challenge.
 *
 * @param db outside of any transaction: a rollback would make the challenge of a failed attempt valid again
 * @returns the row to store, without its name
 * @throws PasskeyRefused
 */
export async function verifyPasskeyCreation(
  db: Database,
  party: RelyingParty,
  { userId, credential, now }: { userId: number; credential: PasskeyRegistration; now: number },
): Promise<Omit<typeof passkeys.$inferInsert, "name">> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const challenge = await useChallenge(db, credential, { purpose: "create", userId, now });
  await refuseCertificates(credential, userId);
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch((error: unknown) => {
    throw new PasskeyRefused("the new passkey is not to be believed", userId, error);
  });
  if (!registrationInfo) throw new PasskeyRefused("the new passkey's attestation is wrong", userId);
  const { credential: made, credentialBackedUp } = registrationInfo;
  // The authenticator's data names the id too. The library does not compare it with `credential.id`, and only the length
  // of `credential.id` is checked.
  if (made.id !== credential.id) throw new PasskeyRefused("the new passkey has two ids", userId);
  return {
    id: made.id,
    user_id: userId,
    public_key: Buffer.from(made.publicKey).toString("base64url"),
    counter: made.counter,
    transports: credential.response.transports ?? [],
    is_synced: credentialBackedUp,
    created_at: new Date(now),
  };
}

/**
 * Refuses an attestation with certificates, which the server did not ask for. To verify it, the library would fetch
 * revocation lists from addresses in the client's certificates.
 *
 * @throws PasskeyRefused
 */
async function refuseCertificates({ response }: PasskeyRegistration, userId: number): Promise<void> {
  const { isWithoutCertificates } = await loadWebAuthn();
  let isAskedFor: boolean;
  try {
    isAskedFor = isWithoutCertificates(response.attestationObject);
  } catch (error) {
    throw new PasskeyRefused("the new passkey's attestation cannot be read", userId, error);
  }
  if (!isAskedFor) throw new PasskeyRefused("the new passkey's attestation was not asked for", userId);
}

/**
 * Checks that the caller has a passkey and is its owner, and uses up the challenge. Its counter must never fall: a
 * lower counter reveals a copy of the passkey (WebAuthn Level 3, 6.1.1).
 *
 * @returns the user, and the user's `end_all_count` at that time
 * @throws PasskeyRefused
 */
export async function verifyPasskeyAssertion(
  db: Database,
  party: RelyingParty,
  { credential, ...occasion }: Occasion & { credential: PasskeyAssertion },
): Promise<{ userId: number; end_all_count: number }> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const challenge = await useChallenge(db, credential, occasion);
  return db.transaction(async (tx) => {
    const passkey = await lockPasskey(tx, credential.id);
    if (!passkey) throw new PasskeyRefused("no account has this passkey", null);
    const { userId, end_all_count } = passkey;
    if (occasion.userId !== null && occasion.userId !== userId) {
      throw new PasskeyRefused("the passkey is another user's", null);
    }
    const { userHandle } = credential.response;
    if (userHandle && userHandle !== handleOf(userId))
      throw new PasskeyRefused("the passkey names another user", userId);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...credential,
        response: { ...credential.response, userHandle: userHandle ?? handleOf(userId) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, "base64url")),
        counter: passkey.counter,
      },
    }).catch((error: unknown) => {
      throw new PasskeyRefused("the passkey's answer is not to be believed", userId, error);
    });
    if (!verified) throw new PasskeyRefused("the passkey's signature is wrong", userId);
    await tx
      .update(passkeys)
      .set({
        counter: authenticationInfo.newCounter,
        is_synced: authenticationInfo.credentialBackedUp,
        last_used_at: new Date(occasion.now),
      })
      .where(eq(passkeys.id, passkey.id));
    return { userId, end_all_count };
  });
}

/**
 * A passkey of an active user. The row lock serialises parallel answers, so that each compares its counter with the
 * last.
 */
async function lockPasskey(tx: Transaction, id: string) {
  const [passkey] = await tx
    .select({
      id: passkeys.id,
      userId: passkeys.user_id,
      public_key: passkeys.public_key,
      counter: passkeys.counter,
      end_all_count: users.end_all_count,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.user_id))
    .where(and(eq(passkeys.id, id), eq(users.is_active, true)))
    .for("update", { of: passkeys });
  return passkey;
}

async function createChallenge(db: Database, { purpose, userId, now }: Occasion): Promise<string> {
  const challenge = randomBytes(challengeBytes).toString("base64url");
  await db.insert(passkeyChallenges).values({
    challenge_hash: hash("sha256", challenge),
    purpose,
    user_id: userId,
    expires_at: new Date(now + timeout),
  });
  return challenge;
}

/** Uses up the signed challenge and returns it. Of parallel uses one succeeds. */
async function useChallenge(
  db: Database,
  { response }: { response: { clientDataJSON: string } },
  { purpose, userId, now }: Occasion,
): Promise<string> {
  const challenge = challengeOf(response.clientDataJSON);
  const [used] = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.challenge_hash, hash("sha256", challenge)),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.user_id) : eq(passkeyChallenges.user_id, userId),
      ),
    )
    .returning({ expires_at: passkeyChallenges.expires_at });
  if (!used || used.expires_at.getTime() <= now) throw new PasskeyRefused("the challenge is not good", userId);
  return challenge;
}

function challengeOf(clientDataJSON: string): string {
  try {
    return String(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString()).challenge);
  } catch (error) {
    throw new PasskeyRefused("the client data cannot be read", null, error);
  }
}

async function listDescriptors(db: Database, userId: number) {
  const rows = await db
    .select({ id: passkeys.id, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.user_id, userId))
    .orderBy(desc(passkeys.created_at), passkeys.id);
  return rows.map((row) => ({ ...row, type: "public-key" }));
}

/** The user handle: the same for all passkeys of a user, and not a name (WebAuthn Level 3, 14.6.1). */
function handleOf(userId: number): string {
  return hash("sha256", `daymark user ${userId}`, "base64url");
}
