import { appRouter } from "@daymark/api/router";
import { type ErrorKey, errorCode, errorStatus, errorTable } from "@daymark/domain/base/errors";
import { auditActions } from "@daymark/domain/operator/audit";
import { languages } from "@daymark/domain/text/language";
import { errorMessage } from "@daymark/i18n/messages";
import { i18nFor } from "@daymark/i18n/server";
import { afterAll, describe, expect, test } from "vitest";
import { createTestHost } from "../testing.ts";
import { operationErrors } from "./document-errors.ts";
import { listOperations, metaOf, proceduresOf, schemasOf } from "./operation.ts";

const host = await createTestHost();
afterAll(host.drop);

const procedures = proceduresOf(appRouter);
const operations = listOperations(procedures);
const document = (await host.send("GET", "/api/openapi.json")).json;

test("the audit trail can be filtered by every action that it records", () => {
  const recorded = Object.entries(procedures).flatMap(([name, procedure]) => {
    const audit = metaOf(procedure)?.audit;
    return audit && !("unrecorded" in audit) ? [name] : [];
  });
  // Commands, providers, invitations and the first start record what they do themselves.
  const listed = auditActions.filter(
    (action) => !/^(command|provider)\.|^(invitation\.promote|setup\.create)$/.test(action),
  );
  expect(listed.toSorted()).toEqual(recorded.toSorted());
});

/** The operations that outside scripts rely on. None of them may go; a new operation need not be listed. */
const contract = [
  "POST /auth/register/",
  "POST /auth/token/",
  "POST /auth/token/refresh/",
  "POST /auth/token/blacklist/",
  "POST /auth/oauth/{provider}/start/",
  "POST /auth/oauth/{provider}/",
  "POST /auth/step-up/",
  "POST /auth/2fa/generate/",
  "PATCH /auth/2fa/verify/",
  "PATCH /auth/2fa/disable/",
  "GET /auth/2fa/backup-codes/",
  "POST /auth/2fa/backup-codes/",
  "GET /auth/sessions/",
  "PATCH /auth/sessions/",
  "GET /auth/sessions/{id}/",
  "PATCH /auth/sessions/{id}/",
  "POST /send-email-verification/",
  "PATCH /verify-email/{token}/",
  "POST /send-reset-password/",
  "POST /verify-reset-password/{token}/",
  "PATCH /reset-password/{token}/",
  "PATCH /change-password/",
  "PATCH /change-username/",
  "PATCH /change-email/",
  "DELETE /delete-account/",
  "POST /newsletter/",
  "GET /profile/",
  "GET /captcha/",
  "GET /api-keys/",
  "POST /api-keys/",
  "DELETE /api-keys/{id}/",
  "GET /settings/",
  "PATCH /settings/",
  "GET /habits/",
  "POST /habits/",
  "GET /habits/{id}/",
  "PATCH /habits/{id}/",
  "DELETE /habits/{id}/",
  "POST /habits/{id}/restore/",
  "PUT /habits/order/",
  "GET /progress/",
  "GET /habits/{id}/progress/",
  "PUT /habits/{id}/progress/{day}/",
  "POST /habits/{id}/progress/{day}/increment/",
  "DELETE /habits/{id}/progress/{day}/",
  "GET /habits/{id}/statistics/",
  "GET /habits/statistics/",
  "GET /notes/",
  "POST /notes/",
  "PATCH /notes/{id}/",
  "DELETE /notes/{id}/",
  "GET /export/",
  "POST /import/",
  "GET /blogs/",
  "POST /blogs/",
  "GET /blogs/{blog_slug}/",
  "PATCH /blogs/{blog_slug}/",
  "DELETE /blogs/{blog_slug}/",
  "GET /logs/",
  "GET /logs/{app_dir}/",
  "GET /logs/{app_dir}/{date_file}/",
  "GET /admin/images/",
  "POST /admin/images/",
  "DELETE /admin/images/{id}/",
  "GET /admin/statistics/",
  "GET /admin/users/",
  "PATCH /admin/users/{id}/",
  "GET /reminders/",
  "POST /reminders/",
  "PATCH /reminders/{id}/",
  "DELETE /reminders/{id}/",
  "POST /unsubscribe/{token}/",
  "GET /push/key/",
  "GET /push/subscriptions/",
  "POST /push/subscriptions/",
  "DELETE /push/subscriptions/{id}/",
  "POST /push/test/",
  "GET /feature-requests/",
  "POST /feature-requests/",
  "GET /feature-requests/{id}/",
  "PATCH /feature-requests/{id}/",
  "DELETE /feature-requests/{id}/",
  "POST /feature-requests/{id}/open/",
  "POST /feature-requests/{id}/close/",
  "POST /feature-requests/{id}/reject/",
  "POST /feature-requests/{id}/pend/",
  "POST /blogs/{blog_slug}/reactions/",
  "PATCH /blogs/{blog_slug}/reactions/{id}/",
  "DELETE /blogs/{blog_slug}/reactions/{id}/",
  "GET /blogs/{blog_slug}/comments/",
  "POST /blogs/{blog_slug}/comments/",
  "PATCH /blogs/{blog_slug}/comments/{id}/",
  "DELETE /blogs/{blog_slug}/comments/{id}/",
  "POST /feature-requests/{feature_request_id}/reactions/",
  "PATCH /feature-requests/{feature_request_id}/reactions/{id}/",
  "DELETE /feature-requests/{feature_request_id}/reactions/{id}/",
  "GET /feature-requests/{feature_request_id}/comments/",
  "POST /feature-requests/{feature_request_id}/comments/",
  "PATCH /feature-requests/{feature_request_id}/comments/{id}/",
  "DELETE /feature-requests/{feature_request_id}/comments/{id}/",
];

/** The part of the document that a reference names, or the part itself. */
function resolve(part: { $ref?: string }) {
  return (part.$ref?.slice(2).split("/") ?? []).reduce((node, step) => node[step], part.$ref ? document : part);
}

/** What the document says of the answer to an error. */
function describedProblem(path: string, method: string, status: number) {
  return resolve(document.paths[path][method].responses[status]).content["application/problem+json"].schema;
}

test("the OpenAPI document describes the challenge in the log-in's answer only", () => {
  const described = describedProblem("/api/auth/token/", "post", 401);
  expect(described.allOf[1].properties.challenge).toMatchObject({ type: "string" });
  expect(describedProblem("/api/profile/", "get", 401).allOf[1].properties).not.toHaveProperty("challenge");
});

test("every operation of the contract has a procedure", () => {
  const mounted = operations.map(({ method, path }) => `${method} ${path}`);
  expect(mounted).toEqual(expect.arrayContaining(contract));
  expect(new Set(mounted).size).toBe(mounted.length);
});

test("no operation with an Idempotency-Key checks a credential, because a rollback would undo that it was used", () => {
  const refusals: ErrorKey[] = ["password_incorrect", "security_code_invalid", "backup_code_invalid", "oauth_failed"];
  const repeatable = operations.filter(({ isRepeatable }) => isRepeatable);
  expect(repeatable.length).toBeGreaterThan(0);
  const checking = repeatable.filter(({ errors }) => errors.some((key) => refusals.includes(key)));
  expect(checking.map(({ name }) => name)).toEqual([]);
});

test("a dry run with an Idempotency-Key has no transaction, so only operations whose dry runs write nothing have one", () => {
  const dryRuns = operations.filter(
    ({ isRepeatable, upload, input }) => isRepeatable && !upload && Object.hasOwn(input?.properties ?? {}, "dry_run"),
  );
  expect(dryRuns.map(({ name }) => name)).toEqual(["vacation.create"]);
});

test("only a public procedure takes its turns itself, because the other guards would ignore that it does", () => {
  const ownTurns = Object.entries(procedures).filter(([, procedure]) => metaOf(procedure).takesOwnTurns);
  expect(ownTurns.length).toBeGreaterThan(0);
  expect(ownTurns.filter(([, procedure]) => metaOf(procedure).guard !== "public").map(([name]) => name)).toEqual([]);
});

/** A subscription is not among them, because a script can query everything that it sends (live.test.ts). */
const called = Object.entries(procedures).filter(([, procedure]) => procedure._def.type !== "subscription");

describe.each(called)("%s", (name, procedure) => {
  const meta = metaOf(procedure);
  const operation = operations.find((candidate) => candidate.name === name);

  test("declares its guard, input and output", () => {
    expect(meta.guard).toBeDefined();
    const { input, output } = schemasOf(procedure);
    expect(input).not.toBeNull();
    expect(output).not.toBeNull();
    expect(operation?.input).toMatchObject({ type: "object", additionalProperties: false });
    expect(operation?.output).toMatchObject({ type: "object" });
  });

  test("has a message in both languages for each of its errors", () => {
    if (!operation) throw new Error("no place in the REST API");
    const keys = operationErrors(operation);
    expect(keys).toEqual(expect.arrayContaining([...(meta.errors ?? []), "internal_error", "unavailable"]));
    for (const key of keys) {
      expect(errorTable).toHaveProperty(key);
      for (const language of languages) {
        const sentence = errorMessage(i18nFor(language), key);
        expect(sentence).toMatch(/^\p{Lu}.+[.!]$/u);
        expect(sentence).not.toContain("error.");
      }
    }
  });

  test("is in the OpenAPI document with its parameters, body, response and errors", () => {
    if (!operation) throw new Error("no place in the REST API");
    const described = document.paths[`/api${operation.path}`][operation.method.toLowerCase()];
    expect(described).toMatchObject({ operationId: name, summary: expect.stringMatching(/^\p{Lu}[^.]+$/u) });
    const bearer = { bearer: [] };
    const security = operation.guard === "public" ? [] : operation.guard === "optional" ? [{}, bearer] : [bearer];
    expect(described.security).toEqual(security);
    const own = described.parameters.filter((parameter: { in?: string }) => parameter.in);
    for (const parameter of own) expect(parameter.description, parameter.name).toMatch(/^.+\.$/);
    expect(
      own
        .filter((parameter: { in: string }) => parameter.in === "path")
        .map((parameter: { name: string }) => parameter.name),
    ).toEqual(operation.pathMembers);
    const members = Object.keys(operation.input?.properties ?? {});
    const bodyType = operation.upload ? "multipart/form-data" : "application/json";
    const taken = [
      ...own.map((parameter: { name: string }) => parameter.name),
      ...(operation.bodyMember
        ? [operation.bodyMember]
        : Object.keys(described.requestBody?.content[bodyType].schema.properties ?? {})),
    ];
    expect(taken.sort()).toEqual(members.sort());
    const { content } = described.responses[operation.status];
    const types = Object.keys(operation.files ?? { "application/json": operation.output });
    expect(Object.keys(content)).toEqual(types);
    // The document does not describe the content of a file that is not JSON.
    const { properties = {} } = resolve(content["application/json"]?.schema ?? {});
    const told = operation.files ? (operation.files["application/json"] ?? { properties: {} }) : operation.output;
    expect(Object.keys(properties).sort()).toEqual(Object.keys(told.properties ?? {}).sort());
    // Internally a code, in the answer a sentence.
    if (properties.detail) expect(properties.detail).toEqual({ type: "string", description: expect.any(String) });
    for (const key of operationErrors(operation)) {
      const schema = describedProblem(`/api${operation.path}`, operation.method.toLowerCase(), errorStatus(key));
      expect(schema.allOf[1].properties.code.enum).toContain(errorCode(key));
    }
  });
});

test("every row of the error table can occur", () => {
  const given = new Set<ErrorKey>(operations.flatMap(operationErrors));
  // The errors of the host, of files, and of the checks inside a form.
  const others: ErrorKey[] = ["not_found", "permission_denied", "email_not_verified", "invalid_cursor"];
  others.push("bad_request", "method_not_allowed", "precondition_failed", "range_not_satisfiable");
  for (const key of others) given.add(key);
  expect([...Object.keys(errorTable)].filter((key) => !given.has(key as ErrorKey) && !/_taken$/.test(key))).toEqual([]);
});
