import { expect, test } from "../stage/stage.ts";

test("the API documentation page shows every operation, and its scripts cannot read the site's browser storage", async ({
  stage,
}) => {
  const page = await stage.visit({ as: await stage.createUser() });
  // The browser does store something for this origin.
  await page.goto("/terms-and-conditions");
  expect(await page.evaluate(() => localStorage.getItem("refreshToken"))).toBeTruthy();

  const { paths } = (await (await fetch(`${stage.url}/api/openapi.json`)).json()) as { paths: object };
  // Tests refuse service workers through a script, and this sandboxed page cannot have one anyway, so the browser
  // complains.
  stage.expectError(/Service worker is disabled because the context is sandboxed/);
  await page.goto("/api/docs");
  await page.getByRole("heading", { name: "Daymark" }).first().waitFor();
  // The page shows at least the name of each group. Opening a group shows its operations.
  await page.getByRole("link", { name: "habit", exact: true }).first().click();
  await page.getByText("/api/habits/{id}/").first().waitFor();
  expect(Object.keys(paths)).toContain("/api/habits/{id}/");

  const seen = await page.evaluate(() => {
    const probe = (read: () => unknown) => {
      try {
        return String(read());
      } catch (error) {
        return (error as Error).name;
      }
    };
    return {
      origin: probe(() => self.origin),
      stored: probe(() => localStorage.getItem("refreshToken") ?? sessionStorage.getItem("accessToken")),
      cookie: probe(() => document.cookie),
      databases: probe(() => indexedDB.open("x")),
      workers: probe(() => navigator.serviceWorker),
    };
  });
  expect(seen).toEqual({
    origin: "null",
    stored: "null",
    cookie: "SecurityError",
    databases: "SecurityError",
    workers: "SecurityError",
  });
  // Nor can it read any other response of the API.
  stage.expectError(/healthz|Failed to load resource/);
  expect(await page.evaluate(() => fetch("/healthz").then(String, (error: Error) => error.name))).toBe("TypeError");
});
