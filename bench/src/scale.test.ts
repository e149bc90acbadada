import { expect, test } from "vitest";
import { formatScale, type ScaleStep } from "./scale.ts";

const measurement = { requestsPerSecond: 1234.4, p50: 0.814, p95: 1.2, p99: 2, answers: 100, faults: 0 };

test("each size of an installation has a row and a bar for its operation, and the last size gives the bytes of a row", () => {
  const step = (users: number, serverCpu: number): ScaleStep => ({
    users,
    operations: { statistics: { ...measurement, serverCpu, databaseCpu: 0.25, pages: 12.34 } },
    tables: { progress: { bytes: 12_000, rows: 100 } },
  });
  expect(formatScale([step(1, 0.5), step(100, 1.25)])).toBe(
    `| operation | users | rows of progress | p50 ms | p95 ms | CPU ms: server | database | pages |
| --- | --- | --- | --- | --- | --- | --- | --- |
| statistics | 1 | 100 | 0.81 | 1.20 | 0.50 | 0.25 | 12.3 |
| statistics | 100 | 100 | 0.81 | 1.20 | 1.25 | 0.25 | 12.3 |

\`\`\`
CPU ms of server and database for one call, by users

statistics       1 ${"█".repeat(25)} 0.75
               100 ${"█".repeat(50)} 1.50
\`\`\`

Bytes a row, indexes and all: progress 120.`,
  );
});
