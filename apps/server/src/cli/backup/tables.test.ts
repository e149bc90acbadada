import { createDatabase } from "@daymark/db/connection/client";
import { createTestDatabase } from "@daymark/db/testing";
import { afterAll, expect, test } from "vitest";
import { copyOut } from "./tables.ts";

const database = await createTestDatabase();
afterAll(database.drop);

test("after a table whose last row is larger than the buffer of the stream, the next table is read too", async () => {
  const { sql } = createDatabase(database.url, { max: 1, prepare: false });
  // One message of COPY, whose end comes together with the end of the rows.
  await sql`create table large as select repeat('x', 1000000) as text`;
  const lengths: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    let length = 0;
    for await (const piece of copyOut(sql, { name: "large", columns: ["text"] })) length += piece.length;
    lengths.push(length);
  }
  expect(lengths).toEqual([1_000_001, 1_000_001, 1_000_001]);
  await sql.end();
});
