import * as z from "zod/mini";
import { answeredInstantSchema } from "../base/instant.ts";

/** Per user. */
export const notificationTargetsMax = 10;
/** Characters of an answer that a target keeps. */
export const targetAnswerLengthMax = 300;

/** Services that show notifications. `apprise` exists only on servers whose operator has set APPRISE_URL. */
export const targetKinds = ["ntfy", "gotify", "telegram", "matrix", "apprise"] as const;
export type TargetKind = (typeof targetKinds)[number];

/** What a person enters for a kind: `recipient` and `secret` are named by the service, as the comments say. */
type Need = "required" | "optional" | "none";
export const targetNeeds: Readonly<Record<TargetKind, { url: Need; recipient: Need; secret: Need }>> = {
  // The topic, and an access token if the topic is protected.
  ntfy: { url: "required", recipient: "required", secret: "optional" },
  // The token of an application.
  gotify: { url: "required", recipient: "none", secret: "required" },
  // The id of the chat, and the token of the bot.
  telegram: { url: "none", recipient: "required", secret: "required" },
  // The homeserver, the id of the room, and an access token.
  matrix: { url: "required", recipient: "required", secret: "required" },
  // The Apprise URL, which contains passwords and tokens of its service.
  apprise: { url: "none", recipient: "none", secret: "required" },
};

/** Whether the recipient is a password: anyone who knows a topic of ntfy reads its messages. */
export function isRecipientSecret(kind: TargetKind): boolean {
  return kind === "ntfy";
}

/** How the last message to a target ended. `status` means that its service refused the message. */
export const targetFaults = [
  "address_refused",
  "name_unresolved",
  "no_connection",
  "certificate",
  "timeout",
  "redirect",
  "status",
  /** The operator has taken APPRISE_URL away. */
  "not_offered",
  /** The message waited longer than it was of use, and was not sent. */
  "expired",
  /** The secret was encrypted with another SECRET_KEY. */
  "secret_unreadable",
] as const;
export type TargetFault = (typeof targetFaults)[number];

const lastMessageSchema = z.object({
  at: answeredInstantSchema,
  /** HTTP status; null if there was no answer. */
  status: z.nullable(z.int()),
  /** Null if the service took the message. */
  fault: z.nullable(z.enum(targetFaults)),
  /** What the service said about its refusal, at most 300 characters; null if nothing. */
  answer: z.nullable(z.string()),
});

/** A target without its secrets: no answer contains them. */
export const notificationTargetSchema = z.object({
  id: z.int(),
  kind: z.enum(targetKinds),
  name: z.string(),
  /** The host that gets the messages; for Apprise the scheme of its URL. */
  host: z.string(),
  /** Of the server; null if the service has a fixed one, or if the settings can no longer be decrypted. */
  url: z.nullable(z.string()),
  /** The chat or the room; null if the service has none, if it is a secret (ntfy), or if it can no longer be decrypted. */
  recipient: z.nullable(z.string()),
  /** Whether a token or an Apprise URL is stored that can be decrypted. */
  has_secret: z.boolean(),
  /** Null before the first message. */
  last: z.nullable(lastMessageSchema),
  created_at: answeredInstantSchema,
});
export type NotificationTarget = z.infer<typeof notificationTargetSchema>;

export const notificationTargetListSchema = z.object({
  results: z.array(notificationTargetSchema),
  next: z.null(),
  /** The kinds that can be added on this server. */
  kinds: z.array(z.enum(targetKinds)),
});

/** What is sealed: who gets the messages, and how the service knows that they may be sent. */
export interface TargetSettings {
  /** Of the server; null if the service has a fixed one. */
  url: string | null;
  recipient: string | null;
  secret: string | null;
}
