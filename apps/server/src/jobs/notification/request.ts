import type { TargetKind, TargetSettings } from "@daymark/domain/notification/target";

export interface TargetRequest {
  method: "POST" | "PUT";
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a target shows. */
export interface TargetText {
  /** The same for each attempt. */
  id: string;
  title: string;
  body: string;
  /** The address of the dashboard. */
  link: string;
}

/** The services that have no address of their own in a target. */
export interface ServiceUrls {
  /** Without a slash at its end. */
  telegram: string;
  /** APPRISE_URL */
  apprise: string | undefined;
}

/**
 * The request that shows a message, as the documentation of each service describes it.
 *
 * @returns null if the operator no longer has an Apprise API
 */
export function requestOf(
  kind: TargetKind,
  settings: TargetSettings,
  text: TargetText,
  urls: ServiceUrls,
): TargetRequest | null {
  const base = withoutSlash(settings.url ?? "");
  const recipient = settings.recipient ?? "";
  const secret = settings.secret ?? "";
  const plain = `${text.title}\n${text.body}\n${text.link}`;
  switch (kind) {
    case "ntfy":
      // https://docs.ntfy.sh/publish/#publish-as-json: the topic is in the body, so the address is the server's.
      return json("POST", `${base}/`, secret === "" ? {} : { authorization: `Bearer ${secret}` }, {
        topic: recipient,
        title: text.title,
        message: text.body,
        click: text.link,
      });
    case "gotify":
      // https://gotify.net/docs/pushmsg and https://gotify.net/docs/msgextras
      return json(
        "POST",
        `${base}/message`,
        { "x-gotify-key": secret },
        {
          title: text.title,
          message: text.body,
          priority: 5,
          extras: { "client::notification": { click: { url: text.link } } },
        },
      );
    case "telegram":
      // https://core.telegram.org/bots/api#sendmessage
      return json(
        "POST",
        `${urls.telegram}/bot${secret}/sendMessage`,
        {},
        {
          chat_id: recipient,
          text: plain,
          link_preview_options: { is_disabled: true },
        },
      );
    case "matrix": {
      // https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid
      const room = encodeURIComponent(recipient);
      return json(
        "PUT",
        `${base}/_matrix/client/v3/rooms/${room}/send/m.room.message/${text.id}`,
        { authorization: `Bearer ${secret}` },
        { msgtype: "m.text", body: plain },
      );
    }
    case "apprise":
      // https://github.com/caronc/apprise-api#stateless-solution
      if (urls.apprise === undefined) return null;
      return json(
        "POST",
        `${withoutSlash(urls.apprise)}/notify/`,
        {},
        {
          urls: secret,
          title: text.title,
          body: `${text.body}\n${text.link}`,
          type: "info",
          format: "text",
        },
      );
  }
}

function json(
  method: TargetRequest["method"],
  url: string,
  headers: Record<string, string>,
  body: object,
): TargetRequest {
  return {
    method,
    url,
    headers: { ...headers, "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Members of the services' JSON answers that say why they refused, the most telling first. */
const sayingMembers = ["description", "errorDescription", "error"];

/**
 * What a service said about its refusal: the sentence of its JSON answer, else the beginning of the text. Secrets that
 * it repeats are taken out, because the answer is stored as it is.
 */
export function sayingOf(body: string, { secret, recipient }: TargetSettings, lengthMax: number): string | null {
  let saying = sentenceOf(body) ?? body;
  for (const hidden of [secret, recipient]) if (hidden) saying = saying.replaceAll(hidden, "…");
  const line = [...saying.replace(/\s+/g, " ").replaceAll("\0", "�").trim()].slice(0, lengthMax).join("");
  return line.toWellFormed() || null;
}

function sentenceOf(body: string): string | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== "object" || answer === null) return null;
    for (const member of sayingMembers) {
      const saying = (answer as Record<string, unknown>)[member];
      if (typeof saying === "string" && saying !== "") return saying;
    }
  } catch {
    // No JSON: the text itself is shown.
  }
  return null;
}
