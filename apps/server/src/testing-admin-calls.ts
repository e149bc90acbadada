import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { Received } from "./testing.ts";
import type { Call } from "./testing-calls.ts";
import type { PublicOwner } from "./testing-public-calls.ts";

const served = (answer: Received) => expect(answer.status, answer.text).toBeLessThan(300);

/** The server logs each call, so today's log file exists. */
const httpLog = () => ({ path: { app_dir: "http", date_file: `${new Date().toISOString().slice(0, 10)}.log` } });

/** Calls under /admin/ that are not about the blog or the board. */
export const adminCalls: Record<string, Call<PublicOwner>> = {
  "adminUser.list": { request: () => ({}), stranger: served },
  "adminUser.get": { request: ({ subjectId }) => ({ path: { id: subjectId } }), stranger: served },
  "adminUser.listSessions": { request: ({ subjectId }) => ({ path: { id: subjectId } }), stranger: served },
  "adminUser.listEvents": { request: ({ subjectId }) => ({ path: { id: subjectId } }), stranger: served },
  "adminUser.update": {
    request: ({ subjectId }) => ({ path: { id: subjectId }, body: { plan: "paid", is_staff: false } }),
    stranger: served,
  },
  "adminUser.endSessions": { request: ({ subjectId }) => ({ path: { id: subjectId } }), stranger: served },
  "audit.list": { request: () => ({}), stranger: served },
  "audit.file": { request: () => ({}), stranger: served },
  "dataFile.list": { request: () => ({}), stranger: served },
  "dataFile.backup": { request: () => ({ path: { name: "none.tar" } }), stranger: "not_found", owner: "not_found" },
  "adminUser.create": {
    request: () => ({
      body: {
        username: `made_${randomBytes(4).toString("hex")}`,
        email: `${randomBytes(6).toString("hex")}@example.org`,
      },
    }),
    stranger: served,
  },
  "invitation.list": { request: () => ({}), stranger: served },
  "invitation.create": { request: () => ({ body: { uses_max: 2 } }), stranger: served },
  "invitation.revoke": { request: () => ({ path: { id: 999_999 } }), stranger: "not_found", owner: "not_found" },
  "job.list": { request: () => ({}), stranger: served },
  "job.retry": { request: () => ({ path: { id: 999_999 } }), stranger: "job_not_found", owner: "job_not_found" },
  "job.delete": { request: () => ({ path: { id: 999_999 } }), stranger: "job_not_found", owner: "job_not_found" },
  "mail.list": { request: () => ({}), stranger: served },
  "mail.retry": { request: () => ({ path: { id: 999_999 } }), stranger: "mail_not_found", owner: "mail_not_found" },
  "node.list": { request: () => ({}), stranger: served },
  "node.getHistory": { request: () => ({}), stranger: served },
  "overview.get": { request: () => ({}), stranger: served },
  "overview.listFindings": { request: () => ({}), stranger: served },
  "overview.getTrends": { request: () => ({}), stranger: served },
  "featureSwitch.list": { request: () => ({}), stranger: served },
  "featureSwitch.set": { request: () => ({ path: { name: "push" }, body: { is_on: true } }), stranger: served },
  "log.app.list": { request: () => ({}), stranger: served },
  "log.file.list": { request: () => ({ path: { app_dir: "http" } }), stranger: served },
  "log.file.get": { request: httpLog, stranger: served },
  "log.line.list": { request: httpLog, stranger: served },
  "log.histogram.get": { request: httpLog, stranger: served },
  "siteStatistics.get": { request: () => ({}), stranger: served },
};
