import Fastify from "fastify";
import postgres from "postgres";

/** Reference: upserts one row by one statement, without authentication and validation. */
const sql = postgres(process.env.DATABASE_URL as string);
const app = Fastify();

app.get("/", () => ({ status: "ok" }));

app.put<{ Body: { user_id: number; habit_id: number; day: string; value: number } }>("/progress", async ({ body }) => {
  const [row] = await sql`
    insert into progress (user_id, habit_id, day, value, unit)
    values (${body.user_id}, ${body.habit_id}, ${body.day}, ${body.value}, 'repetitions')
    on conflict (user_id, habit_id, day) do update set value = excluded.value
    returning habit_id, day::text, value, unit, skipped, note`;
  return row;
});

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
