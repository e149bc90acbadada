-- Every node remembers callers for a few seconds; these notices make it forget them the moment a session ends or what
-- is remembered of its user changes, whoever did it, be it by hand in SQL. The payload is the user's id, or * for all.
-- The channel and the remembered columns are those of packages/auth/src/session.ts.
CREATE FUNCTION notice_session() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('daymark_callers', old.user_id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notice_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('daymark_callers', old.id::text);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION notice_all_callers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('daymark_callers', '*');
  RETURN NULL;
END $$;
--> statement-breakpoint
-- A deleted user's sessions are deleted by cascade, so this covers that too.
CREATE TRIGGER sessions_deleted AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION notice_session();
--> statement-breakpoint
CREATE TRIGGER sessions_truncated AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION notice_all_callers();
--> statement-breakpoint
-- A session that lives longer is no news; one that lives shorter is.
CREATE TRIGGER sessions_changed AFTER UPDATE ON sessions FOR EACH ROW
WHEN (
  new.expires_at < old.expires_at
  OR (old.id, old.user_id, old.remember_me, old.fresh_until)
    IS DISTINCT FROM (new.id, new.user_id, new.remember_me, new.fresh_until)
)
EXECUTE FUNCTION notice_session();
--> statement-breakpoint
CREATE TRIGGER users_changed AFTER UPDATE ON users FOR EACH ROW
WHEN (
  (old.username, old.email_verified, old.is_staff, old.is_active, old.plan, old.language, old.timezone, old.day_start_hour)
    IS DISTINCT FROM
  (new.username, new.email_verified, new.is_staff, new.is_active, new.plan, new.language, new.timezone, new.day_start_hour)
)
EXECUTE FUNCTION notice_user();
