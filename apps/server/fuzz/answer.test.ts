import { expect, test } from "vitest";
import { readAnswer } from "./answer.ts";

const read = (text: string, method = "GET", isEnded = false) => readAnswer(Buffer.from(text), { method, isEnded });
const head = "HTTP/1.1 200 OK\r\n";

test("a response ends after its Content-Length, and the next one begins there", () => {
  const answer = read(`${head}Content-Length: 2\r\n\r\nokHTTP/1.1 404`);
  expect(answer).toMatchObject({ status: 200, faults: [], body: Buffer.from("ok"), isLast: false });
  expect(answer).toHaveProperty("bytes", head.length + "Content-Length: 2\r\n\r\nok".length);
});

test("a chunked response is joined", () => {
  const answer = read(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n1\r\n!\r\n0\r\n\r\n`);
  expect(answer).toMatchObject({ faults: [], body: Buffer.from("ok!") });
});

test.each([
  ["Content-Length: 2\r\nTransfer-Encoding: chunked", "two framings: Content-Length and Transfer-Encoding"],
  ["Content-Length: 2\r\nContent-Length: 3", "two framings: Content-Length 2 and 3"],
  ["Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "two framings: Transfer-Encoding chunked and chunked"],
])("two framings are a fault: %s", (headers, fault) => {
  expect(read(`${head}${headers}\r\n\r\n2\r\nok\r\n0\r\n\r\n`)).toHaveProperty(
    "faults",
    expect.arrayContaining([fault]),
  );
});

test("the reader waits for the rest of a response, and a missing rest is a fault once the connection is closed", () => {
  const text = `${head}Content-Length: 5\r\n\r\nok`;
  expect(read(text)).toEqual({ needed: text.length + 3 });
  expect(read(text, "GET", true)).toHaveProperty("faults", ["a body of 2 bytes where Content-Length is 5"]);
});

test("responses to HEAD and 304 responses have no body, with any Content-Length", () => {
  expect(read(`${head}Content-Length: 5\r\n\r\n`, "HEAD")).toMatchObject({ faults: [], body: Buffer.alloc(0) });
  expect(read("HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n")).toMatchObject({ status: 304, faults: [] });
});

test("the reader skips 100 Continue", () => {
  const answer = read(`HTTP/1.1 100 Continue\r\n\r\n${head}Content-Length: 0\r\n\r\n`);
  expect(answer).toMatchObject({ status: 200, faults: [] });
});
