-- The file of the audit trail recorded the user name that it was filtered by. The trail holds ids, which say nothing once an
-- account is deleted; null where there is no such account any more. Rows of this version hold a number or null already.
UPDATE "admin_actions" SET "details" = "details" || jsonb_build_object('actor', (
	SELECT "users"."id" FROM "users" WHERE lower("users"."username") = lower("admin_actions"."details" ->> 'actor')
)) WHERE "action" = 'audit.file' AND jsonb_typeof("details" -> 'actor') = 'string';
