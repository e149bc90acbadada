import fc, { type Arbitrary } from "fast-check";
import { habitParameter, inputMembers, isInQuery, type Operation } from "../../src/openapi/operation.ts";
import { methods, someHeaders } from "../headers.ts";
import type { BodyPart, Delivery, FuzzRequest, Role } from "../request.ts";
import { dot } from "../world/public-rows.ts";
import { inputsOf } from "./inputs.ts";
import { jsonSpoil, pathSpoil, querySpoil } from "./spoil.ts";

/** Most calls are this much likelier than those that end the session or account of other requests. */
const ordinaryWeight = 20;
const ending = new Set([
  ...["account.delete", "account.changePassword", "account.addPassword", "account.changeUsername"],
  ...["account.changeEmail", "auth.blacklist", "session.end", "session.endAll", "twoFactor.generate"],
  ...["twoFactor.verify", "adminUser.update", "adminUser.endSessions", "featureSwitch.set", "moderation.ban"],
]);

export function weightOf({ name }: { name: string }): number {
  return ending.has(name) ? 1 : ordinaryWeight;
}

const rolesOf: Record<Operation["guard"], Role[]> = {
  public: ["guest", "user", "admin"],
  optional: ["guest", "user", "admin"],
  user: ["user", "user", "writer", "reader", "guest"],
  verified: ["user", "user", "writer", "guest"],
  staff: ["admin", "admin", "user", "guest"],
  account: ["user", "user", "user", "writer", "guest"],
  admin: ["admin", "admin", "admin", "user", "guest"],
};

/** Mostly a role that may call the procedure. */
export function roleOf(guard: Operation["guard"]): Arbitrary<Role> {
  return fc.constantFrom(...rolesOf[guard]);
}

/** Most requests arrive in one piece, because a slow one takes half a second. */
export const deliveries: Arbitrary<Delivery> = fc.oneof(
  { weight: 80, arbitrary: fc.constant<Delivery>("whole") },
  { weight: 8, arbitrary: fc.constant<Delivery>("chunked") },
  { weight: 3, arbitrary: fc.constant<Delivery>("pipelined") },
  { weight: 2, arbitrary: fc.constantFrom<Delivery>("slow", "torn", "short") },
  { weight: 1, arbitrary: fc.constant<Delivery>("flood") },
);

/** Applies the change once in `weight` times. */
export function sometimes<Value>(change: Arbitrary<(value: Value) => Value>, weight: number) {
  return fc.oneof(
    { weight: weight - 1, arbitrary: fc.constant((value: Value) => value) },
    { weight: 1, arbitrary: change },
  );
}

/** Calls of the REST API, generated from the input schema of each operation. */
export function restRequests(operations: readonly Operation[]): Arbitrary<FuzzRequest> {
  return fc.oneof(...operations.map((operation) => ({ weight: weightOf(operation), arbitrary: requestOf(operation) })));
}

/** Short names of habits in a path, which may stand for an id: the world's, others, and what cannot be one. */
const shortNames = [
  ...["@run", "@run", "@run", "@run", "@run", "@run", "%40run", "@Run", "@other", "@", "@@run", "@~habitId~"],
  ...["@%D0%B1%D1%96%D0%B3", "@%00", "@ru%6e", `@${"x".repeat(33)}`, "@__proto__"],
];

function requestOf(operation: Operation): Arbitrary<FuzzRequest> {
  const { name, method, guard, pathMembers, upload, bodyMember } = operation;
  const isQuery = method === "GET";
  const habit = habitParameter(operation);
  const hasBody = !isQuery && [...inputMembers(operation.input).keys()].some((member) => !pathMembers.includes(member));
  return fc
    .record({
      input: inputsOf(operation.input),
      shortName: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, fc.constantFrom(...shortNames)),
      role: roleOf(guard),
      headers: someHeaders,
      delivery: deliveries,
      spoilPath: sometimes(pathSpoil, 8),
      otherQuery: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: querySpoil }),
      otherMethod: fc.oneof({ weight: 25, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: methods }),
      spoilBody: fc.oneof(
        { weight: 3, arbitrary: fc.constant((text: string): BodyPart[] => [text]) },
        { weight: 1, arbitrary: jsonSpoil },
      ),
      form: upload ? formOf(upload.member, upload.bytesMax) : fc.constant(null),
    })
    .map(({ input, shortName, role, headers, delivery, spoilPath, otherQuery, otherMethod, spoilBody, form }) => {
      const members = { ...input };
      const take = (member: string) => {
        const value = members[member];
        delete members[member];
        return member === habit && shortName !== null ? shortName : encode(value);
      };
      const path = spoilPath(`/api${operation.path.replace(/\{(\w+)\}/g, (_, member) => take(member))}`);
      const pairs = Object.keys(members)
        .filter((member) => isInQuery(operation, member))
        .map((member) => `${encodeURIComponent(member)}=${take(member)}`);
      const query = otherQuery ?? (pairs.length > 0 ? `?${pairs.join("&")}` : "");
      const type: [string, string][] = headers.some(([header]) => header === "content-type")
        ? []
        : form
          ? [["content-type", "multipart/form-data; boundary=x"]]
          : hasBody
            ? [["content-type", "application/json"]]
            : [];
      const body = form
        ? form(members)
        : hasBody
          ? spoilBody(JSON.stringify(bodyMember ? (members[bodyMember] ?? {}) : members))
          : null;
      return {
        about: `REST ${name}`,
        role,
        method: otherMethod ?? method,
        target: path + query,
        headers: [...type, ...headers],
        ...(body && { body }),
        ...(delivery !== "whole" && { delivery }),
      };
    });
}

/** Encodes a value. Placeholders survive, because `~` needs no encoding. */
function encode(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed());
}

function textOf(value: unknown): string {
  return typeof value === "object" || value === undefined ? JSON.stringify(value ?? null) : String(value);
}

/** Uploads: valid, broken, or with hostile content. */
const files: BodyPart[] = [
  { base64: dot },
  // A PNG whose header claims 50,000 pixels of width and height.
  { base64: "iVBORw0KGgoAAAANSUhEUgAAw1AAAMNQCAYAAAA=" },
  { base64: dot.slice(0, 60) },
  '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
  "GIF89a",
  '{"format":"daymark","version":1,"habits":[]}',
  '{"format":"daymark","version":1,"habits":[{"id":1,"title":"Run","type":"good","target":1,"unit":"repetitions","hue":0}]}',
  '{"format":"daymark","version":1,"habits":[],"notes":[{"text":"x"}],"__proto__":{"x":1}}',
  { repeat: "[", times: 200_000 },
  { base64: "UEsDBBQAAAAIAA==" },
  "SQLite format 3\0",
  "Date,Habit,Value,Note\n2026-03-01,Run,5.2,x\n2026-03-02,Run,done,\n,,,\nlater,__proto__,1e400,\n",
  "Task Name,Task ID,Task Type,Date,Value\nRun,__proto__,daily,2026-03-01 20:00:00,1\n",
  { repeat: '"",', times: 200_000 },
  "",
];

/** A form (RFC 7578) with a file, sometimes damaged. */
function formOf(member: string, bytesMax: number): Arbitrary<(members: Record<string, unknown>) => BodyPart[]> {
  return fc
    .record({
      file: fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom(...files) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(0, 1).map((past): BodyPart => ({ repeat: " ", times: bytesMax + past })),
        },
      ),
      fileName: fc.constantFrom("a.json", "../../x", "", "x".repeat(2_000), 'a"b', "\u0000"),
      type: fc.constantFrom("application/json", "image/png", "", "x", "text/html"),
      twist: fc.constantFrom(
        "none",
        "none",
        "none",
        "none",
        "unended",
        "twice",
        "nameless",
        "many",
        "other",
        "garbage",
      ),
    })
    .map(({ file, fileName, type, twist }) => (members) => {
      const { [member]: _, ...fields } = members;
      const part = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"`;
      const texts = Object.entries(fields).map(([name, value]) => `${part(name)}\r\n\r\n${textOf(value)}\r\n`);
      const fileHead = `${part(twist === "other" ? "other" : member)}; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
      if (twist === "garbage") return ["--x\r\n\r\n--x\r\n: \r\n\r\n--", { base64: "/////w==" }];
      return [
        ...(twist === "many" ? [{ repeat: `${part("a")}\r\n\r\n1\r\n`, times: 40 }] : []),
        ...texts,
        ...(twist === "nameless" ? ["--x\r\ncontent-disposition: form-data\r\n\r\nx\r\n"] : []),
        ...(twist === "twice" ? [fileHead, "x", "\r\n"] : []),
        ...[fileHead, file, "\r\n"],
        ...(twist === "unended" ? [] : ["--x--\r\n"]),
      ];
    });
}
