import type { Mail } from "@daymark/api/host/outbox";
import type { MailTemplate } from "@daymark/domain/operator/mail";
import type { Language } from "@daymark/domain/text/language";
import { languages } from "@daymark/domain/text/language";
import { describe, expect, test } from "vitest";
import { type RenderedMail, renderMail } from "./render.tsx";
import { everyMail, link, publicUrl, unsubscribe } from "./testing.ts";

const leaveLink = `${publicUrl}/unsubscribe?token=${unsubscribe}`;
const templates = Object.keys(everyMail) as MailTemplate[];

function render(template: MailTemplate, language: Language, values: object = {}): Promise<RenderedMail> {
  const mail = { template, language, values: { ...everyMail[template], ...values } };
  return renderMail(mail as Pick<Mail, "template" | "language" | "values">, publicUrl);
}

/** The text that a mail client shows for the HTML. */
function shown(html: string): string {
  return html
    .replaceAll(/<style.*?<\/style>|<!--.*?-->/gs, "")
    .replaceAll(/<[^>]+>|\s+/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}

describe.each(templates)("%s", (template) => {
  test.each(languages)("in %s has whole sentences without open placeholders", async (language) => {
    const { subject, text } = await render(template, language);
    expect(subject).toMatch(/^\p{Lu}[^{}\r\n#]+[^.!\s]$/u);
    expect(text).not.toMatch(/[{}#]|undefined|null|\bmail\.\w/);
    expect(text.length).toBeGreaterThan(150);
  });

  test("in Ukrainian has no Latin letters except in names, links and symbols", async () => {
    const { subject, text } = await render(template, "uk");
    const rest = `${subject} ${text}`
      .replaceAll(link, "")
      .replaceAll(leaveLink, "")
      .replaceAll(/Daymark|marigold\w*|Google|Facebook|API|GMT|EET/g, "");
    expect(
      rest
        .replaceAll("Firefox, Linux", "")
        .replaceAll("Lviv, Ukraine", "")
        .replaceAll(/telephone|tablet|(?:hooks|app)\.example\.org/g, ""),
    ).not.toMatch(/[A-Za-z]/);
  });

  test.each(languages)("in %s says the same in text and HTML, with its link", async (language) => {
    const { html, text } = await render(template, language);
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain(`lang="${language === "uk" ? "uk-UA" : "en-US"}"`);
    const visible = shown(html);
    for (const sentence of text
      .replaceAll(/(Device|Place|Пристрій|Місце):/g, "  $1:")
      .replaceAll("\n• ", "  ")
      .replaceAll("\n", " ")
      .split(/ {2,}|-- /)) {
      const words = sentence.replace(/:? *http\S+/, "").trim();
      expect(visible.replaceAll(" :", ":")).toContain(words);
    }
  });

  test.each(languages)("in %s has short lines, loads nothing and runs no script", async (language) => {
    const { html, text } = await render(template, language);
    for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(76);
    expect(html).not.toMatch(/<(script|img|iframe|link)\b|url\(|src=/i);
  });
});

test("every mail has its own subject", async () => {
  for (const language of languages) {
    const rendered = await Promise.all(templates.map((template) => render(template, language)));
    expect(new Set(rendered.map(({ subject }) => subject)).size).toBe(templates.length);
  }
});

test.each([
  [
    "verify_email",
    "signed up for Daymark with the username olena and this address",
    "Хтось зареєструвався в Daymark під іменем «olena»",
  ],
  ["verify_new_email", "for your Daymark account olena.", "свого облікового запису Daymark «olena»"],
] as const)("%s names the account that it is about", async (template, english, ukrainian) => {
  const said = async (language: Language) =>
    (await render(template, language, { username: "olena" })).text.replaceAll("\n", " ");
  expect(await said("en")).toContain(english);
  expect(await said("uk")).toContain(ukrainian);
});

test.each(["verify_email", "verify_new_email", "reset_password"] as const)(
  "%s is plain ASCII in English, so a script can find the link in the file",
  async (template) => {
    const { text } = await render(template, "en", { username: "olena" });
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  },
);

test("a notice contains the time in the reader's time zone, the device and the place", async () => {
  const { text } = await render("new_device", "en");
  expect(text).toContain("Time: November 21, 2026 at 2:00 PM GMT+2");
  expect(text).toContain("Device: Firefox, Linux\nLocation: Lviv, Ukraine");
  const ukrainian = await render("new_device", "uk");
  expect(ukrainian.text).toMatch(/Час: 21 листопада 2026\s?р\. о 14:00/);
});

test("an unknown device or place is called unknown", async () => {
  const { text } = await render("new_device", "en", { device: "", place: null });
  expect(text).toContain("Device: Unknown\nLocation: Unknown");
});

test.each([
  ["reset_password", "Set a new password"],
  ["security_settings", "Check the security settings"],
  ["not_me", "This was not me"],
])("a notice says what to do if the reader did not do it: %s", async (way_out, action) => {
  for (const template of templates.filter((name) => "way_out" in everyMail[name])) {
    const { text } = await render(template, "en", { way_out });
    expect(text).toContain("If this was you, there is nothing to do.");
    expect(text).toContain(`\n${action}:\n${link}\n`);
  }
});

test.each(["email_changed", "new_device"] as const)(
  "%s lists the sign-in methods that its link removes",
  async (template) => {
    const said = async (language: Language, way_out: string) =>
      (await render(template, language, { way_out })).text.replaceAll("\n", " ");
    const english = "The link also removes passkeys, linked accounts, two-factor authentication and backup codes";
    const ukrainian = "Посилання також вилучить ключі доступу, під’єднані облікові записи, двофакторну";
    expect(await said("en", "not_me")).toContain(english);
    expect(await said("uk", "not_me")).toContain(ukrainian);
    expect(await said("en", "security_settings")).not.toContain("also removes");
  },
);

test.each([
  ["en", "The link turns two-factor authentication off again and removes its backup codes."],
  ["uk", "Посилання знову вимкне двофакторну автентифікацію та скасує її резервні коди."],
] as const)("the mail about a new second factor says in %s that its link undoes it", async (language, words) => {
  const said = async (way_out: string) =>
    (await render("two_factor_enabled", language, { way_out })).text.replaceAll("\n", " ");
  expect(await said("not_me")).toContain(words);
  expect(await said("security_settings")).not.toContain(words);
});

test.each([
  [0, "the last one", "останній"],
  [1, "1 code is left", "Лишився 1 код."],
  [3, "3 codes are left", "Лишилося 3 коди."],
  [9, "9 codes are left", "Лишилося 9 кодів."],
])("the mail about a used backup code says how many are left: %i", async (remaining, english, ukrainian) => {
  expect((await render("backup_code_used", "en", { remaining })).text.replaceAll("\n", " ")).toContain(english);
  expect((await render("backup_code_used", "uk", { remaining })).text.replaceAll("\n", " ")).toContain(ukrainian);
});

test.each([
  ["en", "“Phone” has new settings, so", "“Phone” has new settings and is now called “Tablet”, so"],
  ["uk", "«Phone» змінено, тож", "«Phone» змінено (нова назва: «Tablet»), тож"],
] as const)(
  "the mail about a changed target has its new name only if it has one, in %s",
  async (language, kept, named) => {
    const said = async (values: { renamed?: "yes" | undefined; new_name?: string | undefined }) =>
      (await render("notification_target_updated", language, { name: "Phone", ...values })).text.replaceAll("\n", " ");
    // As in mails that an older version wrote.
    expect(await said({ renamed: undefined, new_name: undefined })).toContain(kept);
    expect(await said({ renamed: "yes", new_name: "Tablet" })).toContain(named);
  },
);

test.each([
  ["en", "use your habits and notes. You can", "use your habits and notes. This name comes from app.example. You can"],
  ["uk", "нотатками. Відключити", "нотатками. Цю назву вказано на сайті app.example. Відключити"],
] as const)(
  "the mail about a connected application says in %s which site names it, if one does",
  async (language, without, withSite) => {
    const said = async (values: { has_site?: "yes" | undefined; site?: string | undefined }) =>
      (await render("app_connected", language, { name: "Assistant", ...values })).text.replaceAll("\n", " ");
    // As in mails that an older version wrote.
    expect(await said({ has_site: undefined, site: undefined })).toContain(without);
    expect(await said({ has_site: "yes", site: "app.example" })).toContain(withSite);
  },
);

test("user-chosen values appear as text, not HTML, and on one line", async () => {
  const { html, text } = await render("api_key_created", "en", {
    name: "<b>&x\r\n\r\nSet a new password:\nhttp://evil.example",
  });
  expect(html).toContain("&lt;b&gt;&amp;x");
  expect(html).not.toContain("<b>&x");
  expect(html).not.toContain('href="http://evil');
  expect(text).not.toMatch(/^(Set a new password:|http:\/\/evil)/m);
});

test("no subject contains a user-chosen value", async () => {
  for (const template of templates) {
    const values = {
      username: "CHOSEN",
      name: "CHOSEN",
      new_name: "CHOSEN",
      old_username: "CHOSEN",
      device: "CHOSEN",
      place: "CHOSEN",
    };
    for (const language of languages)
      expect((await render(template, language, values)).subject).not.toContain("CHOSEN");
  }
});

test("a reminder lists each habit on its own line, and asks how a bad habit went", async () => {
  const habits = [
    { title: "Read\r\nten pages", type: "good" },
    { title: "<b>No sweets</b>", type: "bad" },
  ];
  const { subject, text, html } = await render("reminder", "en", { habits });
  expect(subject).toBe("Reminder for 2 habits");
  expect(text).toContain("\n• Read ten pages\n• <b>No sweets</b>: how did today go?\n");
  expect(html).not.toContain("<b>No sweets");
  const one = await render("reminder", "uk", { habits: habits.slice(0, 1) });
  expect(one.subject).toBe("Нагадування про 1 звичку");
  expect((await render("reminder", "uk", { habits: Array(5).fill(habits[0]) })).subject).toBe(
    "Нагадування про 5 звичок",
  );
});

test("exactly the optional mails have an unsubscribe link", async () => {
  const endable = templates.filter((template) => "unsubscribe" in everyMail[template]);
  expect(endable).toEqual(expect.arrayContaining(["reminder", "newsletter", "board_decision", "board_comments"]));
  for (const template of templates) {
    const { text, html } = await render(template, "en");
    const isEndable = endable.includes(template);
    const lines = text.split("\n");
    expect(/^(Stop|Unsubscribe) .+:$/.test(lines[lines.indexOf(leaveLink) - 1] ?? ""), template).toBe(isEndable);
    expect(html.includes(`href="${leaveLink}"`), template).toBe(isEndable);
  }
});

test("a mail about comments counts those it leaves out, also for mails queued in the old format", async () => {
  const comments = Array.from({ length: 12 }, (_, index) => ({
    author: "marigold",
    text: `${index} ${"x".repeat(400)}`,
  }));
  const whole = await render("board_comments", "en", { comments });
  const cut = await render("board_comments", "en", { comments: comments.slice(0, 10), more: 2 });
  expect(cut).toEqual(whole);
  expect(cut.subject).toContain("12");
  expect(cut.text).not.toContain("x".repeat(300));
});
