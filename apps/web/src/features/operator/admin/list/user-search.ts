import type { Search } from "./search.ts";

const yesNo = ["yes", "no"] as const;

/** The filters of accounts in the address. */
export const userSearch = {
  search: "text",
  staff: yesNo,
  active: yesNo,
  verified: yesNo,
  plan: ["free", "paid"],
} as const;
type UserSearch = Search<typeof userSearch>;

/** The same as input of the API. */
export function userFilterOf({ search, staff, active, verified, plan }: UserSearch) {
  return {
    ...(search && { search }),
    ...(staff && { is_staff: staff === "yes" }),
    ...(active && { is_active: active === "yes" }),
    ...(verified && { email_verified: verified === "yes" }),
    ...(plan && { plan }),
  };
}
