import Fastify from "fastify";
import postgres from "postgres";

/**
 * Reference: the dashboard's month by the product's own statements (packages/api: habit/list.ts, progress/list.ts),
 * sent as they come from the driver, to whoever asks for whoever's.
 */
const sql = postgres(process.env.DATABASE_URL as string);
const app = Fastify();

interface Asked {
  Querystring: { user: string; from: string; to: string };
}

app.get("/", () => ({ status: "ok" }));

app.get<Asked>("/month", async ({ query }) => {
  const [habits, entries] = await Promise.all([listHabits(query.user), listEntries(query)]);
  return { habits, entries };
});

app.get<Asked>("/progress", async ({ query }) => ({ results: await listEntries(query) }));

function listHabits(user: string) {
  return sql`
    select id, title, description, type, (
        select json_agg(json_build_object('from', from_day, 'target', target) order by from_day)
        from habit_targets where habit_targets.user_id = ranked.user_id and habit_targets.habit_id = ranked.id
      ) targets, unit, hue, weekdays, rank, archived, least(created_on, (
        select day from progress
        where progress.user_id = ranked.user_id and progress.habit_id = ranked.id and (value is not null or skipped)
        order by day limit 1
      ))::text first_day, created_at
    from (
      select *, (row_number() over (partition by type, archived order by position, id) - 1)::int rank
      from habits where user_id = ${user} and deleted_at is null
    ) ranked
    where not archived
    order by type desc, rank`;
}

function listEntries({ user, from, to }: Asked["Querystring"]) {
  return sql`
    select p.habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id
    where h.user_id = ${user} and not h.archived and h.deleted_at is null
      and p.user_id = ${user} and p.day between ${from} and ${to}
    order by p.habit_id, p.day`;
}

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
