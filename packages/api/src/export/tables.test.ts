import { readdirSync } from "node:fs";
import {
  accountMembers,
  communityMembers,
  exportedEntrySchema,
  exportedHabitSchema,
  exportedReminderSchema,
} from "@daymark/domain/account/export";
import { logItemSchema } from "@daymark/domain/day-log/day-log";
import { noteSchema } from "@daymark/domain/tracking/note";
import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";

/** The exported tables: the columns that each exports, and those that it leaves out, with the reason. */
const exported: Record<string, { members: readonly string[]; leftOut: Record<string, string> }> = {
  users: {
    members: Object.keys(accountMembers.account.shape),
    leftOut: {
      id: "no one outside of the database knows it",
      password_hash: "a secret's hash; has_password says whether there is one",
      is_active: "always true: a deactivated user cannot export",
      end_all_count: "a counter, which makes log-ins void that are under way",
      has_webhooks: "follows from the webhooks",
      signed_up: "tells the statistics which accounts the operator made",
    },
  },
  // `schedule` is exported as `times_per_week`.
  // The end is exported as `end`.
  habits: {
    members: [...Object.keys(exportedHabitSchema.shape), "times_per_week", "ends"],
    leftOut: {
      user_id: "whose file it is",
      deleted_at: "the trash is left out; a restored habit is exported",
      finish_seen_on: "a note of a job",
    },
  },
  // Exported inside of the habit, as `from` and `target`.
  habit_targets: {
    members: ["from_day", "target"],
    leftOut: { user_id: "whose file it is", habit_id: "it stands inside of its habit" },
  },
  progress: { members: Object.keys(exportedEntrySchema.shape), leftOut: { user_id: "whose file it is" } },
  day_log: {
    members: Object.keys(logItemSchema.shape),
    leftOut: { user_id: "whose file it is", created_at: "the order in the file" },
  },
  // The days are exported as `from` and `to`.
  vacations: { members: ["id", "from_day", "to_day", "created_at"], leftOut: { user_id: "whose file it is" } },
  // The minute is exported as `time`.
  reminders: {
    members: [...Object.keys(exportedReminderSchema.shape), "minute"],
    leftOut: {
      user_id: "whose file it is",
      next_at: "follows from the rest",
    },
  },
  notes: { members: Object.keys(noteSchema.shape), leftOut: { user_id: "whose file it is" } },
  sessions: {
    members: Object.keys(accountMembers.sessions.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      generation: "a counter of refresh tokens",
      rotated_at: "a counter of refresh tokens",
      generation_used: "a counter of refresh tokens",
      fresh_until: "ten minutes, then nothing",
    },
  },
  identities: {
    members: Object.keys(accountMembers.providers.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  passkeys: {
    members: Object.keys(accountMembers.passkeys.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      public_key: "of use to this server alone",
      counter: "a counter",
    },
  },
  api_keys: {
    members: Object.keys(accountMembers.api_keys.def.element.shape),
    leftOut: { user_id: "whose file it is", key_hash: "a secret's hash" },
  },
  // The name and the site belong to the client.
  connected_apps: {
    members: Object.keys(accountMembers.connected_apps.def.element.shape).filter(
      (member) => member !== "name" && member !== "site",
    ),
    leftOut: {
      user_id: "whose file it is",
      app_client_id: "its name and its site are exported",
      expires_at: "moves with each use",
    },
  },
  habit_links: {
    members: [...Object.keys(accountMembers.habit_links.def.element.shape), "token_end"],
    leftOut: { user_id: "whose file it is", token_hash: "a secret's hash", last_tap: "for an undo within minutes" },
  },
  health_mappings: {
    members: Object.keys(accountMembers.health_mappings.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  // The last characters are exported as `link_end`.
  calendar_links: {
    members: [...Object.keys(accountMembers.calendar_links.def.element.shape), "token_end"],
    leftOut: { user_id: "whose file it is", token_hash: "a secret's hash" },
  },
  webhooks: {
    members: Object.keys(accountMembers.webhooks.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      secret: "a secret",
      former_secret: "a secret",
      former_secret_until: "until when a secret is valid",
      streaks_checked_on: "how far a job has got",
      risks_checked_on: "how far a job has got",
      answers_slowly: "changes with each message",
    },
  },
  notification_targets: {
    members: Object.keys(accountMembers.notification_targets.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      sealed: "secrets, and addresses that are secrets",
      last_at: "changes with each message",
      last_status: "changes with each message",
      last_fault: "changes with each message",
      last_answer: "changes with each message",
      answers_slowly: "changes with each message",
    },
  },
  security_events: {
    members: Object.keys(accountMembers.security_events.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  known_devices: {
    members: Object.keys(accountMembers.known_devices.def.element.shape),
    leftOut: { user_id: "whose file it is", device_hash: "a hash, which says nothing to anyone" },
  },
  active_days: {
    members: Object.keys(accountMembers.active_days.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      joined_week: "follows from date_joined",
      first_of_week: "follows from the other days",
      first_of_month: "follows from the other days",
    },
  },
  bans: {
    members: Object.keys(accountMembers.bans.def.element.shape),
    leftOut: {
      user_id: "whose file it is",
      banned_by: "somebody else",
      reason: "a note among admins, who were promised that only admins see it",
    },
  },
  feature_requests: {
    members: Object.keys(communityMembers.feature_requests.def.element.shape),
    leftOut: {
      author_id: "whose file it is",
      thread_id: "no one outside of the database knows it",
      search_text: "title and details again",
    },
  },
  comments: {
    members: Object.keys(communityMembers.comments.def.element.shape),
    leftOut: {
      author_id: "whose file it is",
      thread_id: "blog_slug or feature_request_id says it",
      deleted_at: "a deleted comment is no longer there",
    },
  },
  comment_reactions: {
    members: Object.keys(communityMembers.comment_reactions.def.element.shape),
    leftOut: { user_id: "whose file it is" },
  },
  reactions: {
    members: Object.keys(communityMembers.reactions.def.element.shape),
    leftOut: { user_id: "whose file it is", thread_id: "blog_slug or feature_request_id says it" },
  },
  thread_followers: {
    members: Object.keys(communityMembers.followed.def.element.shape),
    leftOut: { user_id: "whose file it is", thread_id: "blog_slug or feature_request_id says it" },
  },
  reports: {
    members: Object.keys(communityMembers.reports.def.element.shape),
    leftOut: {
      reporter_id: "whose file it is",
      thread_id: "blog_slug or feature_request_id says it",
      resolved_by: "somebody else",
    },
  },
};

/** The tables that are not in the file, and why. */
const notExported: Record<string, string> = {
  two_factors: "a secret and counters; whether it is on is in the account, since when in the security events",
  backup_codes: "hashes of secrets",
  app_clients: "applications that registered themselves; those that a user has connected are exported by name",
  app_codes: "hashes, for a minute",
  app_access_tokens: "hashes, for an hour; their connection is exported",
  app_refresh_tokens: "hashes; their connection is exported",
  app_device_codes: "hashes, for ten minutes",
  two_factor_challenges: "hashes, for five minutes",
  passkey_challenges: "hashes, for five minutes",
  invitations: "the links of admins; an account is created by one and does not own it",
  invitation_uses: "which link an account was created by, and whether it waits for a right",
  health_days: "the amounts are in progress; what they were made of is in the app that sent it, and here for a month",
  health_arrivals: "names of the metrics that an app sent last",
  installation_settings: "what the operator chose for the whole installation",
  setup_codes: "a random text, until the first admin exists",
  provider_sessions: "ids of a session elsewhere and an encrypted token; the session here is in the account",
  provider_log_outs: "ids of a session elsewhere that has ended, for eleven minutes",
  oauth_states: "hashes and sealed secrets, for ten minutes",
  email_tokens: "hashes; the address that waits for its link is in the account",
  push_subscriptions: "addresses and keys by which anyone could send to the browser; its session is there",
  done_tokens: "hashes, until the end of a day",
  idempotency_keys: "copies of what is in the other tables, for a day",
  webhook_deliveries: "a queue, and copies of what is in the other tables, for a week",
  mails: "a queue; what a mail told of is in the security events",
  rate_limits: "counters, by a keyed hash",
  used_captchas: "hashes, which belong to no user",
  threads: "sums of what is said and done there, by all",
  blogs: "the product's own posts, which everyone reads, with the name of who signed them",
  former_slugs: "addresses that the product's own posts once had",
  blog_versions: "the product's own posts, as they were before",
  blog_drafts: "the product's own posts, before they are",
  admin_actions: "what admins did in the product's name; a trail that none of them may take along or change",
  feature_switches: "settings of the product",
  nodes: "processes of the product",
  node_samples: "processes of the product",
  statistics_days: "sums over all users",
  statistics_cohorts: "sums over all users",
  statistics_state: "how far those sums have got",
  images: "pictures of the product's own posts",
};

const schemaDirectory = new URL("../../../db/src/schema/", import.meta.url);

async function listTables(): Promise<PgTable[]> {
  const files = readdirSync(schemaDirectory, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const modules: Record<string, unknown>[] = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ new URL(name, schemaDirectory).href)),
  );
  return modules.flatMap((module) => Object.values(module).filter((value): value is PgTable => is(value, PgTable)));
}

const tables = new Map((await listTables()).map((table) => [getTableConfig(table).name, getTableConfig(table)]));

test("every table is exported or listed as excluded with a reason", () => {
  expect([...tables.keys()].sort()).toEqual([...Object.keys(exported), ...Object.keys(notExported)].sort());
});

test.each(Object.entries(exported))(
  "every column of %s is exported or listed as excluded with a reason",
  (name, table) => {
    const columns = tables.get(name)?.columns.map((column) => column.name) ?? [];
    const { members, leftOut } = table;
    expect(columns.filter((column) => !members.includes(column) && !Object.hasOwn(leftOut, column))).toEqual([]);
    expect(Object.keys(leftOut).filter((column) => members.includes(column) || !columns.includes(column))).toEqual([]);
  },
);
