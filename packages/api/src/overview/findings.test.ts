import { mails } from "@daymark/db/schema/mail";
import { afterAll, expect, test } from "vitest";
import { soundFacts } from "../installation/facts.ts";
import { createTestApi, noon } from "../testing.ts";
import { judge } from "./findings.ts";

const api = await createTestApi();
afterAll(api.drop);

const day = 86_400_000;
const sound = {
  ...{ now: noon, since: noon - 30 * day, newestBackupAt: noon - day, mailError: null, clockAheadMilliseconds: 900 },
  disk: { free_bytes: 50, total_bytes: 100 },
};
const publicly = { publicUrl: "https://habits.example.org", hasTrustedProxies: true, isListeningHereOnly: false };

test("a sound installation has no findings, at home or behind a proxy", () => {
  expect(judge(soundFacts, sound)).toEqual([]);
  expect(judge({ ...soundFacts, ...publicly }, sound)).toEqual([]);
  expect(judge({ ...soundFacts, publicUrl: "http://localhost:3000" }, sound)).toEqual([]);
});

test.each([
  ["backup_missing", {}, { newestBackupAt: null }, null, null],
  ["backup_missing", {}, { newestBackupAt: noon - 7 * day }, 7, null],
  ["mail_failing", {}, { mailError: "ECONNREFUSED" }, null, "ECONNREFUSED"],
  ["mail_off", { ...publicly, hasMailServer: false }, {}, null, null],
  ["secret_guessable", { isSecretGuessable: true }, {}, null, null],
  ["http_open", { isListeningHereOnly: false }, {}, null, null],
  ["http_open", { publicUrl: "http://habits.example.org" }, {}, null, null],
  ["proxy_untrusted", { ...publicly, hasTrustedProxies: false }, {}, null, null],
  ["clock_off", {}, { clockAheadMilliseconds: -60_400 }, -60, null],
  ["disk_full", {}, { disk: { free_bytes: 9, total_bytes: 100 } }, 9, null],
  ["version_old", { releasedAt: noon - 200 * day, version: "0.1.6" }, {}, 200, "0.1.6"],
] as const)("%s is told if %j and %j", (code, facts, measured, amount, detail) => {
  expect(judge({ ...soundFacts, ...facts }, { ...sound, ...measured })).toEqual([{ code, amount, detail }]);
});

test("an installation of less than a week needs no backup, and a machine at home no mail server", () => {
  expect(judge(soundFacts, { ...sound, since: noon - 6 * day, newestBackupAt: null })).toEqual([]);
  expect(judge(soundFacts, { ...sound, since: null, newestBackupAt: null })).toEqual([]);
  expect(judge({ ...soundFacts, hasMailServer: false }, sound)).toEqual([]);
});

test("mails count as failing until a later one is sent, and the database's clock is compared", async () => {
  const { callerWith } = await api.createUser({ is_staff: true, email_verified: true });
  const codes = async (now: number) => {
    const { results } = await callerWith({ now }).overview.listFindings({});
    return results.map(({ code }) => code).filter((code) => code === "mail_failing" || code === "clock_off");
  };
  expect(await codes(Date.now())).toEqual([]);
  expect(await codes(Date.now() + 60_000)).toEqual(["clock_off"]);
  await api.db.insert(mails).values({ template: "verify_email", attempts: 1, last_error: "ECONNREFUSED" });
  expect(await codes(Date.now())).toEqual(["mail_failing"]);
  await api.db.insert(mails).values({ template: "verify_email", state: "sent" });
  expect(await codes(Date.now())).toEqual([]);
});
