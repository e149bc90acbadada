import { initTRPC } from "@trpc/server";
import { fastifyTRPCPlugin } from "@trpc/server/adapters/fastify";
import Fastify from "fastify";
import postgres from "postgres";

/**
 * Reference: the same upsert as a tRPC procedure with the least that tRPC allows: no transformer, no schemas (only an
 * input function gives access to the input), no context, no middleware.
 */
const sql = postgres(process.env.DATABASE_URL as string);
const t = initTRPC.create();

const router = t.router({
  set: t.procedure
    .input((body) => body as { user_id: number; habit_id: number; day: string; value: number })
    .mutation(async ({ input }) => {
      const [row] = await sql`
        insert into progress (user_id, habit_id, day, value, unit)
        values (${input.user_id}, ${input.habit_id}, ${input.day}, ${input.value}, 'repetitions')
        on conflict (user_id, habit_id, day) do update set value = excluded.value
        returning habit_id, day::text, value, unit, skipped, note`;
      return row;
    }),
});

const app = Fastify();
app.get("/", () => ({ status: "ok" }));
await app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions: { router } });
await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
