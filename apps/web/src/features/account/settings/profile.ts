import type { profileSchema } from "@daymark/domain/account/auth";
import type * as z from "zod/mini";

/** One's own account, as the server tells it. */
export type Profile = z.infer<typeof profileSchema>;
