import Fastify from "fastify";
import postgres from "postgres";

/**
 * Reference: the dashboard's month by the product's statements (packages/api: habit/list.ts, progress/list.ts), as the
 * driver returns them, without authentication.
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
    select id, title, description, type, unit, hue, weekdays, times_per_week, group_name, position, archived, created_at,
      created_on::text as created_on,
      (
        select json_agg(json_build_object('from', t.from_day, 'target', t.target) order by t.from_day)
        from habit_targets t where t.user_id = h.user_id and t.habit_id = h.id
      ) as targets,
      least(h.created_on, (
        select p.day from progress p
        where p.user_id = h.user_id and p.habit_id = h.id and (p.value is not null or p.skipped)
        order by p.day limit 1
      ))::text as first_day
    from (
      select user_id, id, title, description, type, unit, hue, weekdays, times_per_week, group_name, archived, created_on,
        created_at,
        (row_number() over (partition by type, archived order by habits.position, id) - 1)::int as position
      from habits where user_id = ${user} and deleted_at is null
    ) h
    where true and archived = false
    order by type desc, archived, position`;
}

function listEntries({ user, from, to }: Asked["Querystring"]) {
  return sql`
    select p.habit_id::float8 as habit_id, p.day::text as day, p.value, p.unit, p.skipped, p.note, p.confirmed
    from habits h join progress p on p.user_id = h.user_id and p.habit_id = h.id
    where h.user_id = ${user} and not h.archived and h.deleted_at is null
      and p.user_id = ${user} and p.day between ${from} and ${to}
    order by p.habit_id, p.day`;
}

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
