/** The distribution column: all rows of one user are on one machine. */
export const distributionColumn = "user_id";

/** Tables with one user's data, each after the tables that it references. */
export const distributedTables = [
  "habits",
  "habit_targets",
  "vacations",
  "progress",
  "notes",
  "reminders",
  "push_subscriptions",
  "active_days",
] as const;

/**
 * Tables that Citus copies to every machine, because distributed tables reference them; each after the tables that it
 * references.
 */
export const referenceTables = ["users", "sessions"] as const;

/**
 * Tables that stay on the coordinator: the server queries them before it knows the user, or their rows belong to
 * several users or to none. Only these tables may have counting triggers (threads): on a reference table, the trigger
 * would count on each machine's copy.
 */
export const localTables = [
  "email_tokens",
  "idempotency_keys",
  "api_keys",
  "identities",
  "oauth_states",
  "passkeys",
  "passkey_challenges",
  "two_factors",
  "two_factor_challenges",
  "backup_codes",
  "security_events",
  "known_devices",
  "rate_limits",
  "used_captchas",
  "mails",
  "images",
  "threads",
  "blogs",
  "blog_drafts",
  "blog_versions",
  "former_slugs",
  "feature_requests",
  "comments",
  "reactions",
  "thread_followers",
  "reports",
  "bans",
  "admin_actions",
  "feature_switches",
  "nodes",
  "statistics_days",
  "statistics_cohorts",
  "statistics_state",
] as const;

/** The statements, in order, that an operator runs once to distribute the tables with Citus (docs/scale.md). */
export function distributionStatements(): string[] {
  const [first, ...others] = distributedTables;
  return [
    ...referenceTables.map((table) => `select create_reference_table('${table}');`),
    `select create_distributed_table('${first}', '${distributionColumn}');`,
    ...others.map(
      (table) => `select create_distributed_table('${table}', '${distributionColumn}', colocate_with => '${first}');`,
    ),
  ];
}
