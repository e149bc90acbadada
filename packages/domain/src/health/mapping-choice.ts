/** The apps whose payloads the server reads, as their addresses name them. */
export const healthSources = ["health-auto-export", "health-connect"] as const;
export type HealthSource = (typeof healthSources)[number];

/** How the amount of a day is made of the points of a metric. */
export const healthWays = ["sum", "last", "max", "count"] as const;
export type HealthWay = (typeof healthWays)[number];

/** Characters of a metric's name and of a unit as an app writes it. Longer names are read as unreadable. */
export const metricLengthMax = 120;
export const unitTextLengthMax = 24;
