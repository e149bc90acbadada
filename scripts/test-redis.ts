import { runProgram } from "./run-program.ts";

// This needs a `redis-server` on the PATH.
const { code } = await runProgram("vitest", ["run", "--project", "e2e-redis"], { shown: true });
process.exitCode = code;
