/** The distribution column: all rows of one user are on one machine. */
export const distributionColumn = "user_id";

/**
 * The tables of what people record, each after the tables that it references. They reference no account, and no other
 * table references them (docs/decisions/0061).
 */
export const distributedTables = [
  "habits",
  "habit_targets",
  "vacations",
  "progress",
  "day_log",
  "notes",
  "reminders",
] as const;

/**
 * Tables that stay on the coordinator: the server queries them before it knows the user, or their rows belong to
 * several users or to none, or they are few.
 */
export const localTables = [
  "users",
  "sessions",
  "push_subscriptions",
  "done_tokens",
  "active_days",
  "email_tokens",
  "idempotency_keys",
  "api_keys",
  "calendar_links",
  "app_clients",
  "connected_apps",
  "app_codes",
  "app_access_tokens",
  "app_refresh_tokens",
  "app_device_codes",
  "habit_links",
  "health_mappings",
  "health_days",
  "health_arrivals",
  "webhooks",
  "webhook_deliveries",
  "notification_targets",
  "invitations",
  "invitation_uses",
  "installation_settings",
  "setup_codes",
  "identities",
  "oauth_states",
  "provider_sessions",
  "provider_log_outs",
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
  "comment_reactions",
  "reactions",
  "thread_followers",
  "reports",
  "bans",
  "admin_actions",
  "feature_switches",
  "nodes",
  "node_samples",
  "statistics_days",
  "statistics_cohorts",
  "statistics_state",
] as const;
