import { onTestFinished } from "vitest";
import { startApplication } from "../stage/application.ts";
import { enableTwoFactor } from "../stage/authenticator.ts";
import { accessibilityFaults } from "../stage/axe.ts";
import { createAdmin } from "../stage/database.ts";
import { callApi } from "../stage/security.ts";
import { dialogButton, openSettings, section } from "../stage/settings.ts";
import { expect, messageOf, mouseAndTouch, press, type Stage, test, widths } from "../stage/stage.ts";
import type { User } from "../stage/user.ts";
import { wordsOf } from "../stage/words.ts";

const uk = wordsOf("uk");

async function createApplication(stage: Stage) {
  const application = await startApplication(stage.url);
  // The browser follows the redirect to the application's callback.
  stage.expectError(/request to a foreign host: http:\/\/127\.0\.0\.1:\d+\/callback\?/);
  onTestFinished(() => application.close());
  return application;
}

test("no other site can embed a page of consent and place its own buttons over it", async ({ stage }) => {
  const application = await createApplication(stage);
  const page = await stage.visit({ as: await stage.createUser() });
  for (const path of [application.consentPath(), "/device"]) {
    const document = await page.goto(path);
    expect(document?.url()).toBe(`${stage.url}${path}`);
    expect(document?.headers()["x-frame-options"], path).toBe("DENY");
    expect(document?.headers()["content-security-policy"], path).toContain("frame-ancestors 'none'");
  }
});

test("a user allows an application less than it asks for, sees it in the settings, and disconnects it", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const application = await createApplication(stage);
  const page = await stage.visit({ as: user, language: "uk" });
  await page.goto(application.consentPath());
  const heading = page.getByRole("heading", { level: 1, name: /Test application/ });
  // `bdi` keeps a name in another writing direction from reordering the sentence.
  expect(await heading.locator("bdi").textContent()).toBe("Test application");
  const main = page.getByRole("main");
  await main.getByText("127.0.0.1").waitFor();
  await main.getByText(user.username).waitFor();
  await main.getByRole("button", { name: uk("Read only") }).click();
  await main.getByText(uk("It cannot change anything.")).waitFor();
  await main.getByRole("button", { name: uk("Allow"), exact: true }).click();
  await expect.poll(() => application.answers.length).toBe(1);
  await page.getByRole("heading", { name: "Back" }).waitFor();
  const [answer] = application.answers;
  expect(answer?.get("state")).toBe("1e3 kept");
  expect(answer?.get("iss")).toBe(stage.url);
  const tokens = await application.redeem(answer?.get("code") ?? "");
  expect(tokens.scope).toBe("read");
  const access = tokens.access_token ?? "";
  expect((await callApi(stage.url, "GET", "/habits/", { access })).status).toBe(200);

  await openSettings(page, "/settings/security");
  const card = section(page, uk("Connected applications"));
  await card.getByText("Test application", { exact: true }).waitFor();
  await card.getByText(uk("Read only")).waitFor();
  await card.getByRole("button", { name: uk("Disconnect {name}", { name: "Test application" }) }).click();
  await dialogButton(page, uk("Disconnect")).click();
  await messageOf(page, uk("The application is disconnected.")).waitFor();
  await card.getByText(uk("No application is connected.")).waitFor();
  expect((await callApi(stage.url, "GET", "/habits/", { access })).status).toBe(401);
});

test.for(mouseAndTouch)(
  "a guest logs in and comes back to the same request, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const user = await stage.createUser();
    const application = await createApplication(stage);
    const page = await stage.visit(visit);
    await page.goto(application.consentPath());
    await page.locator("input[name=username]").fill(user.username);
    await page.locator("input[name=password]").fill(user.password);
    await press(page.locator("main form button[type=submit]"), visit);
    await press(page.getByRole("main").getByRole("button", { name: words("Allow"), exact: true }), visit);
    await expect.poll(() => application.answers.length).toBe(1);
    expect(application.answers[0]?.get("state")).toBe("1e3 kept");
    expect((await application.redeem(application.answers[0]?.get("code") ?? "")).scope).toBe("read write");
  },
);

test("a guest with two-factor authentication logs in with both and comes back to the same request", async ({
  stage,
}) => {
  const user = await stage.createUser();
  const authenticator = await enableTwoFactor(user);
  // The server answers 401 to a password that still needs the second factor.
  stage.expectError(/status of 401/);
  const application = await createApplication(stage);
  const page = await stage.visit({});
  await page.goto(application.consentPath());
  await page.locator("input[name=username]").fill(user.username);
  await page.locator("input[name=password]").fill(user.password);
  await page.locator("main form button[type=submit]").click();
  await page.getByLabel("Security code").pressSequentially(authenticator.nextCode());
  await page.getByRole("main").getByRole("button", { name: "Allow", exact: true }).click();
  await expect.poll(() => application.answers.length).toBe(1);
  expect(application.answers[0]?.get("state")).toBe("1e3 kept");
});

test.for(["en", "uk"] as const)(
  "an admin reads what an application may do to others' content, %s",
  async (language, { stage }) => {
    const words = wordsOf(language);
    const application = await createApplication(stage);
    const sentence =
      "As you are an admin, it can also delete other people’s comments, and close or reject feature requests.";
    const open = async (user: User) => {
      const page = await stage.visit({ as: user, language });
      await page.goto(application.consentPath());
      const main = page.getByRole("main");
      await main.getByText(user.username).waitFor();
      return main;
    };
    const admin = await open(await createAdmin(stage));
    await admin.getByText(words(sentence)).waitFor();
    await admin.getByRole("button", { name: words("Read only") }).click();
    await admin.getByText(words("It cannot change anything.")).waitFor();
    expect(await admin.getByText(words(sentence)).count()).toBe(0);
    const other = await open(await stage.createUser());
    expect(await other.getByText(words(sentence)).count()).toBe(0);
  },
);

test("a user refuses by keyboard alone, and the application receives the refusal", async ({ stage }) => {
  const application = await createApplication(stage);
  const page = await stage.visit({ as: await stage.createUser() });
  await page.goto(application.consentPath());
  const cancel = page.getByRole("main").getByRole("button", { name: "Cancel" });
  await page.getByRole("main").getByRole("button", { name: "Read and write" }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => cancel.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => application.answers.length).toBe(1);
  expect(application.answers[0]?.get("error")).toBe("access_denied");
  expect(application.answers[0]?.get("code")).toBeNull();
});

test.for([
  { language: "uk", width: widths.phone, theme: "dark", colorScheme: "dark" },
  { language: "en", width: widths.desktop, theme: "light", colorScheme: "light" },
] as const)("axe finds no problem on the pages of consent, $language, $theme", async (visit, { stage }) => {
  const words = wordsOf(visit.language);
  const user = await stage.createUser();
  const application = await createApplication(stage);
  const page = await stage.visit({ ...visit, as: user });
  await page.goto(application.consentPath());
  await page.getByRole("main").getByText(user.username).waitFor();
  expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
  const { user_code = "" } = await application.startDevice();
  await page.goto(`/device?user_code=${user_code}`);
  const next = page.getByRole("main").getByRole("button", { name: words("Continue") });
  await next.waitFor();
  expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
  await next.click();
  await page.getByRole("main").getByText(user.username).waitFor();
  expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
});

test("a faulty request is explained, and leads nowhere before the user presses a button", async ({ stage }) => {
  const application = await createApplication(stage);
  const page = await stage.visit({ as: await stage.createUser() });
  await page.goto(application.consentPath({ redirect_uri: "https://evil.example/" }));
  await page.getByRole("heading", { name: "This request is not safe" }).waitFor();
  expect(await page.getByRole("main").getByRole("link").count()).toBe(0);
  await page.goto(application.consentPath({ client_id: "dmc_nobody" }));
  await page.getByRole("heading", { name: "Daymark does not know this application" }).waitFor();
  await page.goto(application.consentPath({ code_challenge_method: "plain" }));
  await page.getByRole("heading", { name: "The application made a mistake" }).waitFor();
  expect(application.answers).toEqual([]);
  await page.getByRole("link", { name: "Go back to 127.0.0.1" }).click();
  await expect.poll(() => application.answers[0]?.get("error")).toBe("invalid_request");
});

test.for(mouseAndTouch)(
  "an application whose site does not answer can be tried again, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const application = await createApplication(stage);
    const page = await stage.visit({ ...visit, as: await stage.createUser() });
    stage.expectError(/status of 503/);
    // By RFC 6761 no name below `invalid` is ever found.
    await page.goto(application.consentPath({ client_id: "https://app.invalid/client.json" }));
    await page.getByRole("heading", { name: words("The request could not be loaded") }).waitFor();
    expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
    const again = page.waitForResponse((response) => response.url().includes("connectedApp.getRequest"));
    await press(page.getByRole("main").getByRole("button", { name: words("Try again") }), visit);
    expect((await again).status()).toBe(503);
  },
);

test.for(mouseAndTouch)(
  "a user allows a device by the code that the device shows, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const application = await createApplication(stage);
    const { user_code = "", device_code = "" } = await application.startDevice();
    const page = await stage.visit({ ...visit, as: await stage.createUser() });
    stage.expectError(/status of 400/);
    await page.goto("/device");
    const main = page.getByRole("main");
    await press(main.getByRole("button", { name: words("Continue") }), visit);
    await main.getByText(words("Enter the code that the device shows.")).waitFor();
    await main.getByLabel(words("Code")).fill("BBBB-BBBB");
    await press(main.getByRole("button", { name: words("Continue") }), visit);
    await main.getByText(words("No device is waiting with this code. Check it: a code lasts ten minutes.")).waitFor();
    expect(await main.getByLabel(words("Code")).inputValue()).toBe("BBBB-BBBB");
    await main.getByLabel(words("Code")).fill(user_code.toLowerCase());
    await press(main.getByRole("button", { name: words("Continue") }), visit);
    await main.getByText(user_code).waitFor();
    await press(main.getByRole("button", { name: words("Allow"), exact: true }), visit);
    await page.getByRole("heading", { name: words("The device is connected") }).waitFor();
    expect(await application.poll(device_code)).toMatchObject({ scope: "read write" });
  },
);

test("a link fills in the code of a device, and the user still decides", async ({ stage }) => {
  const application = await createApplication(stage);
  const { user_code = "", device_code = "" } = await application.startDevice();
  const page = await stage.visit({ as: await stage.createUser() });
  await page.goto(`/device?user_code=${user_code}`);
  await page.getByRole("main").getByRole("button", { name: "Continue" }).click();
  await page.getByRole("main").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: "No access was granted" }).waitFor();
  expect(await application.poll(device_code)).toMatchObject({ error: "access_denied" });
});

test.for(mouseAndTouch)(
  "a code that expires before the decision stays in the field, with the fault beside it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    const application = await createApplication(stage);
    const { user_code = "" } = await application.startDevice();
    const user = await stage.createUser();
    const [slow, quick] = [await stage.visit({ ...visit, as: user }), await stage.visit({ ...visit, as: user })];
    const find = async (page: typeof slow) => {
      await page.goto("/device");
      await page.getByLabel(words("Code")).fill(user_code);
      await press(page.getByRole("main").getByRole("button", { name: words("Continue") }), visit);
      await page.getByRole("main").getByText(user_code).waitFor();
    };
    await find(slow);
    await find(quick);
    // A refusal invalidates a code just as its expiry does.
    await press(quick.getByRole("main").getByRole("button", { name: words("Cancel") }), visit);
    await quick.getByRole("heading", { name: words("No access was granted") }).waitFor();
    stage.expectError(/status of 400/);
    await press(slow.getByRole("main").getByRole("button", { name: words("Allow"), exact: true }), visit);
    const fault = words("No device is waiting with this code. Check it: a code lasts ten minutes.");
    const field = slow.getByLabel(words("Code"));
    await slow.getByRole("main").getByText(fault).waitFor();
    expect(await field.inputValue()).toBe(user_code);
    expect(await field.getAttribute("aria-invalid")).toBe("true");
  },
);
