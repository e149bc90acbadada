import { expect, test } from "vitest";
import { renderMail } from "./render.tsx";
import { link } from "./testing.ts";

function render(language: "en" | "uk", values = { username: "marigold", link }) {
  return renderMail({ template: "verify_email", language, values });
}

test("a mail speaks its reader's language in subject, text and HTML", async () => {
  const [english, ukrainian] = [await render("en"), await render("uk")];
  expect(english.subject).toBe("Confirm your email address");
  expect(english.text).toContain("Hello marigold!");
  expect(english.html).toContain('lang="en-US"');
  expect(ukrainian.subject).toBe("Підтвердьте свою електронну адресу");
  expect(ukrainian.text).toContain("Вітаємо, marigold!");
  expect(ukrainian.html).toContain('lang="uk-UA"');
  // But for the brand, the name and the link there is no Latin letter in it.
  expect(ukrainian.text.replaceAll(link, "").replaceAll(/Daymark|marigold/g, "")).not.toMatch(/[A-Za-z]/);
});

test("text and HTML say the same and hold the link", async () => {
  for (const { html, text } of [await render("en"), await render("uk")]) {
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link}"`);
    const shown = html.replaceAll(/<style.*?<\/style>/gs, "").replaceAll(/<[^>]+>|\s+/g, " ");
    for (const sentence of text.replaceAll("\n", " ").split(/ {2,}|-- /)) {
      const words = sentence.replace(/:? *http\S+/, "").trim();
      expect(shown.replaceAll(/\s+/g, " ")).toContain(words);
    }
  }
});

test("lines of the text are short enough to need no encoding", async () => {
  const { text } = await render("en");
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(76);
});

test("what a user can choose is text, not HTML", async () => {
  const { html } = await render("en", { username: "<b>&x", link });
  expect(html).toContain("&lt;b&gt;&amp;x");
  expect(html).not.toContain("<b>&x");
});

test("a mail loads nothing from anywhere and runs nothing", async () => {
  const { html } = await render("en");
  expect(html).not.toMatch(/<(script|img|iframe|link)\b|url\(|src=/i);
});
