import { beforeEach, expect, test } from "vitest";
import { Outage } from "./outage.ts";

let clock: number;
let outage: Outage;

beforeEach(() => {
  clock = 1000;
  outage = new Outage(() => clock);
});

test("a single lost call is not an outage", () => {
  outage.begin();
  clock += 1999;
  expect(outage.end()).toBe(false);
});

test("a server that does not answer the next call either is down", () => {
  outage.begin();
  outage.confirm();
  expect(outage.end()).toBe(true);
});

test("a server without an answer for two seconds is down, counted from the first lost call", () => {
  outage.begin();
  clock += 1500;
  outage.begin();
  clock += 500;
  expect(outage.end()).toBe(true);
});

test("an outage that has ended does not affect the next one", () => {
  outage.begin();
  outage.confirm();
  outage.end();
  outage.confirm();
  outage.begin();
  expect(outage.end()).toBe(false);
});
