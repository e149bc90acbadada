import { brand } from "@daymark/domain/brand";
import { formatLocale, type Language } from "@daymark/domain/language";
import { Body, Button, Container, Head, Heading, Hr, Html, Link, Preview, Text } from "@react-email/components";

/** What every mail says, in the reader's language. */
export interface LetterWords {
  subject: string;
  greeting: string;
  body: string;
  action: string;
  note: string;
  unasked: string;
  footer: string;
}

/** A mail with one thing to do. Styles are inline and the layout is one column, which is what mail programs can show. */
export function Letter(props: { language: Language; words: LetterWords; link: string }) {
  const { language, words, link } = props;
  return (
    <Html lang={formatLocale[language]}>
      <Head>
        <meta name="color-scheme" content="light" />
        <title>{words.subject}</title>
      </Head>
      <Preview>{words.body}</Preview>
      <Body style={styles.body}>
        <Container style={styles.card}>
          <Text style={styles.brand}>{brand}</Text>
          <Heading as="h1" style={styles.heading}>
            {words.subject}
          </Heading>
          <Text style={styles.text}>{words.greeting}</Text>
          <Text style={styles.text}>{words.body}</Text>
          <Button href={link} style={styles.button}>
            {words.action}
          </Button>
          <Text style={styles.small}>
            <Link href={link} style={styles.link}>
              {link}
            </Link>
          </Text>
          <Text style={styles.small}>{words.note}</Text>
          <Hr style={styles.rule} />
          <Text style={styles.small}>{words.unasked}</Text>
          <Text style={styles.small}>{words.footer}</Text>
        </Container>
      </Body>
    </Html>
  );
}

/** Black on white and the brand's violet, each at a contrast of 4.5:1 or more. */
const styles = {
  body: { backgroundColor: "#f4f3f8", fontFamily: "system-ui, -apple-system, 'Segoe UI', sans-serif", margin: "0" },
  card: { backgroundColor: "#ffffff", borderRadius: "12px", margin: "24px auto", maxWidth: "520px", padding: "32px" },
  brand: { color: "#5b3fd6", fontSize: "16px", fontWeight: "700", margin: "0 0 16px" },
  heading: { color: "#1c1a27", fontSize: "22px", lineHeight: "1.3", margin: "0 0 16px" },
  text: { color: "#1c1a27", fontSize: "16px", lineHeight: "1.5", margin: "0 0 12px" },
  button: {
    backgroundColor: "#5b3fd6",
    borderRadius: "8px",
    color: "#ffffff",
    fontSize: "16px",
    fontWeight: "600",
    margin: "12px 0 20px",
    padding: "12px 20px",
  },
  small: { color: "#5c5870", fontSize: "14px", lineHeight: "1.5", margin: "0 0 8px" },
  link: { color: "#5b3fd6", wordBreak: "break-all" },
  rule: { borderColor: "#e2dff0", margin: "20px 0" },
} as const;
