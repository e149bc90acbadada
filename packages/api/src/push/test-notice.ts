import { pushSubscriptions } from "@daymark/db/schema/reminder";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../base/error.ts";
import type { AccountContext } from "../procedure/context.ts";

/** The user looks at the screen now, so a later notification is no use. */
const expiryMilliseconds = 5 * 60_000;

/**
 * Sends a test notification to the browser of the calling session, in the request's language.
 *
 * @throws ApiError push_subscription_not_found
 */
export async function sendTest(ctx: AccountContext): Promise<void> {
  const { db, user, session } = ctx;
  const [own] = await db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.user_id, user.id), eq(pushSubscriptions.session_id, session.id)));
  if (!own) throw new ApiError("push_subscription_not_found");
  await ctx.services.push.enqueue(
    db,
    { userId: user.id, subscriptionIds: [own.id] },
    { language: ctx.language, content: { kind: "test" }, expires_at: ctx.now() + expiryMilliseconds },
  );
}
