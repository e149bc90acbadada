import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createPlace, type Place } from "../e2e/product.ts";
import {
  asUnprivilegedUser,
  createEmptyHome,
  giveToUnprivilegedUser,
  isRoot,
  reportNewcomer,
  unprivilegedUser,
} from "./unpacked.ts";

const repository = fileURLToPath(new URL("../../..", import.meta.url));

let home: string;
let variables: Record<string, string>;
let place: Place;
beforeEach(() => {
  ({ home, variables } = createEmptyHome(process.env.PATH ?? ""));
  place = createPlace();
  giveToUnprivilegedUser(place.directory);
});
afterEach(async () => {
  await place.remove();
  rmSync(home, { recursive: true, force: true });
});

test("a newcomer with a clone, an empty home and npm start records a day", async () => {
  const started = performance.now();
  const clone = join(home, "daymark");
  execFileSync("git", ["clone", "--quiet", `file://${repository}`, clone]);
  if (isRoot) execFileSync("chown", ["-R", `${unprivilegedUser}:${unprivilegedUser}`, clone]);
  const product = await place.start(
    variables,
    asUnprivilegedUser("sh", "-c", 'cd "$1" && exec npm start', "sh", clone),
  );
  const { token, habitId } = await product.createPerson();
  const day = `/api/habits/${habitId}/progress/2026-03-01/`;
  expect((await product.call("PUT", day, { token, body: { value: 5 } })).status).toBe(200);
  reportNewcomer("clone", started);
  await product.stop();
});
