import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlace, isAlive, type Place, password, runCommand } from "./product.ts";

let place: Place;
let other: Place;
beforeEach(() => {
  place = createPlace();
  other = createPlace();
});
afterEach(async () => {
  await place.remove();
  await other.remove();
});

test("an operator creates an admin and a backup beside a running server, and restores both on another machine", async () => {
  const product = await place.start();
  const { token, habitId } = await product.createPerson();
  const path = `/api/habits/${habitId}/progress/2026-03-01/`;
  await product.call("PUT", path, { token, body: { value: 5, note: "Їжак" } });
  const admin = ["create", "operator", "operator@example.com"];
  expect(await runCommand(place.directory, "admin", admin, { input: "short\n" })).toMatchObject({
    code: 1,
    output: "",
  });
  expect(await runCommand(place.directory, "admin", admin, { input: `${password}\n` })).toMatchObject({
    code: 0,
    errors: "",
  });
  const login = { username: "operator", password };
  expect((await product.call("POST", "/api/auth/token/", { body: login })).status).toBe(200);

  const made = await runCommand(place.directory, "backup");
  expect(made).toMatchObject({ code: 0, errors: "" });
  expect(made.output).toMatch(/^\S+\.tar\.gz: \d+ rows of \d+ tables .+ read back and verified\.$/m);
  expect(made.output).toContain("SECRET_KEY is not in the archive");
  const archive = /^(\S+\.tar\.gz): /m.exec(made.output)?.[1] as string;
  expect(await runCommand(place.directory, "restore", [archive, "--force"])).toMatchObject({ code: 1, output: "" });
  // Neither command has stopped the server's database.
  const { json: progress } = await product.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
  expect(progress.results[0]).toMatchObject({ value: 5, note: "Їжак" });

  const refused = await runCommand(other.directory, "restore", [archive]);
  expect(refused).toMatchObject({ code: 4, errors: expect.stringContaining("no SECRET_KEY here") });
  copyFileSync(join(place.directory, "secret-key"), join(other.directory, "secret-key"));
  expect(await runCommand(other.directory, "restore", [archive])).toMatchObject({ code: 0, errors: "" });
  expect(await runCommand(other.directory, "restore", [archive])).toMatchObject({ code: 4, output: "" });
  expect(isAlive(other.databasePid())).toBe(false);
  const again = await other.start();
  const { json: restored } = await again.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token });
  expect(restored).toEqual(progress);
  await product.stop();
  await again.stop();

  // The restore replaces existing tables, as the role that owns them.
  expect(await runCommand(place.directory, "restore", [archive, "--force"])).toMatchObject({ code: 0, errors: "" });
  const over = await place.start();
  expect((await over.call("GET", "/api/progress/?from=2026-03-01&to=2026-03-01", { token })).json).toEqual(progress);
  await over.createPerson();
  await over.stop();

  expect(await runCommand(place.directory, "backup", ["--keep", "1"])).toMatchObject({ code: 0, errors: "" });
  expect((await runCommand(place.directory, "admin", ["list"])).output).toMatch(/\toperator\toperator@example\.com\t/);
});
