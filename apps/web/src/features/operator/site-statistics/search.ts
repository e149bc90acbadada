export const siteViews = ["users", "habits"] as const;
export type SiteView = (typeof siteViews)[number];

/** Ranges up to today, in days. */
export const sitePresets = [7, 28, 90, 365] as const;
export type SitePreset = (typeof sitePresets)[number];
export const presetByDefault: SitePreset = 28;

/** The search parameters of the page; a missing one has its default. */
export interface SiteSearch {
  view?: Exclude<SiteView, "users">;
  days?: SitePreset;
  /** Both or neither; they replace `days`. */
  from?: string;
  to?: string;
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads an address's parameters, without invalid ones and defaults. The page checks whether the days exist and the
 * range is not too long.
 */
export function readSiteSearch(given: Record<string, unknown>): SiteSearch {
  const { from, to } = given;
  const days = sitePresets.find((each) => String(each) === String(given.days));
  const isRange = typeof from === "string" && typeof to === "string" && dayPattern.test(from) && dayPattern.test(to);
  return {
    ...(given.view === "habits" && { view: "habits" }),
    ...(isRange ? { from, to } : days !== undefined && days !== presetByDefault && { days }),
  };
}
