import type { profileSchema } from "@daymark/domain/account/auth";
import type * as z from "zod/mini";

/** The user's own account, as the server returns it. */
export type Profile = z.infer<typeof profileSchema>;
