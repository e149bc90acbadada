import Fastify from "fastify";

/** Reference: what Fastify does when there is nothing to do. */
const app = Fastify();

app.get("/", () => ({ status: "ok" }));

await app.listen({ host: process.env.HOST, port: Number(process.env.PORT) });
