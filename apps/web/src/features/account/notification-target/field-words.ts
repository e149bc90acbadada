import type { TargetKind } from "@daymark/domain/notification/target";
import { useLingui } from "@lingui/react/macro";

interface FieldWords {
  url: string;
  recipient: string;
  recipientHint?: string;
  secret: string;
  secretHint: string;
}

/** The fields by the names that each service gives them. */
export function useFieldWords(kind: TargetKind): FieldWords {
  const { t } = useLingui();
  const none = { url: t`Server address`, recipient: "" };
  const words: Record<TargetKind, FieldWords> = {
    ntfy: {
      ...none,
      recipient: t`Topic`,
      recipientHint: t`Anyone who knows the topic reads its messages, so choose one that is hard to guess.`,
      secret: t`Access token (optional)`,
      secretHint: t`Only for a protected topic.`,
    },
    gotify: {
      ...none,
      secret: t`Application token`,
      secretHint: t`In Gotify, create an application under Apps.`,
    },
    telegram: {
      ...none,
      recipient: t`Chat ID`,
      recipientHint: t`A number, negative for a group, or @name for a channel. Write to the bot first.`,
      secret: t`Bot token`,
      secretHint: t`You get it from @BotFather.`,
    },
    matrix: {
      ...none,
      url: t`Homeserver address`,
      recipient: t`Room ID`,
      recipientHint: t`Such as !abc:example.org, from the settings of the room. It must not be encrypted.`,
      secret: t`Access token`,
      secretHint: t`From an account that is in the room.`,
    },
    apprise: {
      ...none,
      secret: t`Apprise URL`,
      secretHint: t`One address, such as discord://id/token. The Apprise documentation lists all services.`,
    },
  };
  return words[kind];
}
