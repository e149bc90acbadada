/** The column by which a person's rows are spread: all of one person lie on one machine. */
export const distributionColumn = "user_id";

/** Tables of what belongs to one person, each after those it refers to. */
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

/** Tables that every machine has whole, because distributed ones refer to them; each after those it refers to. */
export const referenceTables = ["users", "sessions"] as const;

/**
 * Tables that stay where they are, on the coordinator: looked up before their user is known, about several people, or about
 * nobody. Triggers that count (threads) may stand on these alone: on a reference table each machine's copy would count.
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

/** What is run once to spread the tables with Citus, in this order (docs/scale.md). */
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
