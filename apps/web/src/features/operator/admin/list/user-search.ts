import type { Search } from "./search.ts";

const yesNo = ["yes", "no"] as const;

/** The filters and the order of accounts in the address. */
export const userSearch = {
  search: "text",
  staff: yesNo,
  active: yesNo,
  verified: yesNo,
  plan: ["free", "paid"],
  sort: ["old", "name", "active"],
} as const;
type UserSearch = Search<typeof userSearch>;

/** The same as input of the API. */
export function userFilterOf({ search, staff, active, verified, plan, sort }: UserSearch) {
  return {
    ...(search && { search }),
    ...(staff && { is_staff: staff === "yes" }),
    ...(active && { is_active: active === "yes" }),
    ...(verified && { email_verified: verified === "yes" }),
    ...(plan && { plan }),
    ...(sort && { sort }),
  };
}
