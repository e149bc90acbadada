import { createServer } from "node:http";

// A server that does nothing. Its delay is the delay that the machine adds to every process.
const server = createServer((_, response) => response.end("ok"));
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" && address ? address.port : 0);
});
process.on("disconnect", () => process.exit(0));
