import { unitKinds } from "@daymark/domain/base/unit";

/**
 * The factor of a unit within its kind, as an SQL expression; exact, as `numeric` is.
 *
 * @param unit an SQL expression for a unit, such as a column
 */
export function factorOf(unit: string): string {
  const cases = Object.values(unitKinds).flatMap((kind) =>
    Object.entries(kind).map(([name, factor]) => `when '${name}' then ${factor}`),
  );
  return `(case ${unit} ${cases.join(" ")} end)::numeric`;
}
