import Fastify from "fastify";

/** Reference: Fastify with a constant answer. */
const app = Fastify();

app.get("/", () => ({ status: "ok" }));

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
