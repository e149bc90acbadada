import { beforeEach, expect, test } from "vitest";
import { Outage } from "./outage.ts";

let clock: number;
let outage: Outage;

beforeEach(() => {
  clock = 1000;
  outage = new Outage(() => clock);
});

test("a call that was lost while others are answered is no outage", () => {
  outage.begin();
  clock += 1999;
  expect(outage.end()).toBe(false);
});

test("a server that does not answer the next call either was away", () => {
  outage.begin();
  outage.confirm();
  expect(outage.end()).toBe(true);
});

test("so was one that nobody heard of for two seconds, counted from the first lost call", () => {
  outage.begin();
  clock += 1500;
  outage.begin();
  clock += 500;
  expect(outage.end()).toBe(true);
});

test("what was over is over", () => {
  outage.begin();
  outage.confirm();
  outage.end();
  outage.confirm();
  outage.begin();
  expect(outage.end()).toBe(false);
});
