import { brand } from "@daymark/domain/base/brand";
import { formatLocale, type Language } from "@daymark/domain/text/language";
import type { WordedMail } from "@daymark/i18n/mails";
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text } from "@react-email/components";

/** The links of a mail: its action, and the link to unsubscribe from its kind. */
export interface MailLinks {
  action: string;
  leave: string | null;
}

/** A mail with one action. Styles are inline and the layout is one column, because mail clients support no more. */
export function Letter(props: { language: Language; words: WordedMail; links: MailLinks }) {
  const { language, words, links } = props;
  const link = links.action;
  return (
    <Html lang={formatLocale[language]}>
      <Head>
        <meta name="color-scheme" content="light" />
        <title>{words.subject}</title>
      </Head>
      <Preview>{words.body}</Preview>
      <Body style={styles.body}>
        <Container style={styles.card}>
          <Text style={styles.brand}>
            <span aria-hidden="true" style={styles.mark}>
              ◆
            </span>{" "}
            {brand}
          </Text>
          <Heading as="h1" style={styles.heading}>
            {words.subject}
          </Heading>
          <Text style={styles.text}>{words.greeting}</Text>
          <Text style={styles.text}>{words.body}</Text>
          {words.list.length > 0 && <Lines lines={words.list} />}
          {words.facts.length > 0 && <Facts facts={words.facts} />}
          {words.alarm && <Text style={styles.text}>{words.alarm}</Text>}
          <Button href={link} style={styles.button}>
            {words.action}
          </Button>
          <Text style={styles.small}>
            <Link href={link} style={styles.link}>
              {link}
            </Link>
          </Text>
          {words.note && <Text style={styles.small}>{words.note}</Text>}
          <Hr style={styles.rule} />
          {words.unasked && <Text style={styles.small}>{words.unasked}</Text>}
          {words.leave && links.leave && (
            <Text style={styles.small}>
              <Link href={links.leave} style={styles.link}>
                {words.leave}
              </Link>
            </Text>
          )}
          <Text style={styles.small}>{words.footer}</Text>
        </Container>
      </Body>
    </Html>
  );
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul style={styles.list}>
      {lines.map((line, index) => (
        // Two habits may have the same title, and the order of a mail never changes.
        <li key={index} style={styles.line}>
          {line}
        </li>
      ))}
    </ul>
  );
}

function Facts({ facts }: Pick<WordedMail, "facts">) {
  return (
    <table style={styles.facts}>
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row" style={styles.label}>
              {label}:
            </th>
            <td style={styles.value}>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * The light theme of the pages (packages/ui/src/tokens.css) in the notation that mail clients support. Each text has a
 * contrast of 4.5:1 or more with its background.
 */
const colors = {
  canvas: "#fbfaf7",
  surface: "#ffffff",
  line: "#e0ded9",
  ink: "#171f28",
  inkMuted: "#555d68",
  accent: "#ff933a",
  accentInk: "#271207",
  accentText: "#b04613",
} as const;

const styles = {
  body: { backgroundColor: colors.canvas, fontFamily: "system-ui, -apple-system, 'Segoe UI', sans-serif", margin: "0" },
  card: {
    backgroundColor: colors.surface,
    border: `1px solid ${colors.line}`,
    borderRadius: "16px",
    margin: "24px auto",
    maxWidth: "520px",
    padding: "32px",
  },
  brand: { color: colors.ink, fontSize: "18px", fontWeight: "700", letterSpacing: "-0.02em", margin: "0 0 20px" },
  mark: { color: colors.accent },
  heading: { color: colors.ink, fontSize: "22px", lineHeight: "1.3", margin: "0 0 16px" },
  text: { color: colors.ink, fontSize: "16px", lineHeight: "1.5", margin: "0 0 12px" },
  list: { margin: "0 0 16px", padding: "0 0 0 20px" },
  line: { color: colors.ink, fontSize: "16px", fontWeight: "600", lineHeight: "1.5", margin: "0 0 4px" },
  facts: { borderCollapse: "collapse", margin: "4px 0 16px" },
  label: {
    color: colors.inkMuted,
    fontSize: "14px",
    fontWeight: "400",
    padding: "4px 16px 4px 0",
    textAlign: "left",
    verticalAlign: "top",
  },
  value: { color: colors.ink, fontSize: "14px", padding: "4px 0", verticalAlign: "top" },
  button: {
    backgroundColor: colors.accent,
    borderRadius: "10px",
    color: colors.accentInk,
    fontSize: "16px",
    fontWeight: "600",
    margin: "12px 0 20px",
    padding: "12px 20px",
  },
  small: { color: colors.inkMuted, fontSize: "14px", lineHeight: "1.5", margin: "0 0 8px" },
  link: { color: colors.accentText, wordBreak: "break-all" },
  rule: { borderColor: colors.line, margin: "20px 0" },
} as const;
