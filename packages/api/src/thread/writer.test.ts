import { createLimits } from "@daymark/auth/limits/rate-limit";
import { linkCount } from "@daymark/domain/community/thread";
import { afterAll, expect, test } from "vitest";
import { fieldsOf, keyOf, noon } from "../testing.ts";
import { createBoardApi, createTalk } from "./testing.ts";

const api = await createBoardApi({ limits: createLimits });
afterAll(api.drop);

const day = 86_400_000;
const newcomer = { date_joined: new Date(noon - 7 * day + 1000) };
const links = (count: number) => Array.from({ length: count }, (_, index) => `https://example.org/${index}`).join(" ");
const wish = { title: "A wish", details: "Soon", category: "improvements" } as const;

test("a new account may post at most two links, even as an admin, and an account of a week any number", async () => {
  const talk = await createTalk(api, "blog");
  const [{ caller }, admin] = [
    await api.createMember(newcomer),
    await api.createMember({ ...newcomer, is_staff: true }),
  ];
  const old = await api.createMember({ date_joined: new Date(noon - 7 * day) });
  const { id } = await talk.say(caller, links(2));
  expect(await fieldsOf(talk.say(caller, links(3)))).toEqual({ text: ["links_too_many"] });
  expect(await fieldsOf(talk.edit(caller, id, links(3)))).toEqual({ text: ["links_too_many"] });
  for (const by of [old, admin]) expect(await keyOf(talk.say(by.caller, links(9)))).toBe("accepted");
  const { create } = caller.featureRequest;
  expect(await fieldsOf(create({ ...wish, title: links(1), details: links(2) }))).toEqual({
    title: ["links_too_many"],
    details: ["links_too_many"],
  });
  expect(await fieldsOf(create({ ...wish, details: links(3) }))).toEqual({ details: ["links_too_many"] });
  const request = await create({ ...wish, details: links(2) });
  expect(await fieldsOf(caller.featureRequest.update({ id: request.id, details: links(3) }))).toEqual({
    details: ["links_too_many"],
  });
});

test("a new account may change a request to at most two links, in title and details together", async () => {
  const [{ caller }, old] = [
    await api.createMember(newcomer),
    await api.createMember({ date_joined: new Date(noon - 7 * day) }),
  ];
  const admin = await api.createMember({ ...newcomer, is_staff: true });
  const { create, update, get } = caller.featureRequest;
  const { id } = await create({ ...wish, title: links(1), details: links(1) });
  expect(await fieldsOf(update({ id, title: links(2) }))).toEqual({ title: ["links_too_many"] });
  expect(await fieldsOf(update({ id, details: links(2) }))).toEqual({ details: ["links_too_many"] });
  expect(await get({ id })).toMatchObject({ title: links(1), details: links(1) });
  expect(await keyOf(update({ id, title: links(2), details: "Soon" }))).toBe("accepted");
  expect(await keyOf(update({ id, category: "new_features" }))).toBe("accepted");
  expect(await keyOf(update({ id, details: "Sooner" }))).toBe("accepted");

  const other = await create(wish);
  const changes = [{ title: links(2) }, { details: links(2) }];
  const answers = await Promise.all(changes.map((change) => keyOf(update({ id: other.id, ...change }))));
  expect(answers.sort()).toEqual(["accepted", "validation_failed"]);

  expect(await keyOf(admin.caller.featureRequest.update({ id, details: links(3) }))).toBe("accepted");
  expect(await keyOf(update({ id, title: "A wish" }))).toBe("accepted");
  expect(await fieldsOf(update({ id, title: links(1) }))).toEqual({ title: ["links_too_many"] });
  const free = await old.caller.featureRequest.create({ ...wish, details: links(3) });
  expect(await keyOf(old.caller.featureRequest.update({ id: free.id, title: links(2) }))).toBe("accepted");
});

test.each([
  ["no link here", 0],
  ["http://a.example and HTTPS://b.example", 2],
  ["www.example.org", 1],
  ["https://www.example.org", 2],
  ["awww. so nice", 0],
])("the links of %j are counted as a reader sees them", (text, count) => {
  expect(linkCount(text)).toBe(count);
});

test.each([
  { who: "a new account", values: newcomer, comments: 20, requests: 10 },
  { who: "a week-old account", values: {}, comments: 60, requests: 30 },
])("$who can post $comments comments an hour and send $requests requests", async ({ values, comments, requests }) => {
  const [talk, { caller }] = [await createTalk(api, "feature_request"), await api.createMember(values)];
  for (let count = 0; count < comments; count += 1) await talk.say(caller, "again");
  expect(await keyOf(talk.say(caller, "once more"))).toBe("too_many_requests");
  for (let count = 0; count < requests; count += 1) await caller.featureRequest.create(wish);
  expect(await keyOf(caller.featureRequest.create(wish))).toBe("too_many_requests");
  const other = await api.createMember(values);
  expect(await keyOf(talk.say(other.caller, "my turn"))).toBe("accepted");
});

/** Runs as many calls in parallel as a browser or a script does. */
async function repeat(count: number, call: () => Promise<unknown>) {
  for (let done = 0; done < count; done += 20) {
    await Promise.all(Array.from({ length: Math.min(20, count - done) }, call));
  }
}

test.each(["blog", "feature_request"] as const)(
  "in a %s a user can vote 300 times an hour and change their comments 120 times",
  async (kind) => {
    const [talk, elsewhere] = [await createTalk(api, kind), await createTalk(api, kind)];
    const [member, other] = [await api.createMember(), await api.createMember()];
    const { id } = await talk.react(member.caller, "like");
    await repeat(149, () => talk.react(member.caller, "dislike"));
    await repeat(149, () => talk.changeReaction(member.caller, id, "like"));
    expect(await talk.unreact(member.caller, id)).toEqual({ detail: `${kind}_reaction_deleted` });
    for (const vote of [
      () => elsewhere.react(member.caller, "like"),
      () => talk.changeReaction(member.caller, id, "like"),
      () => talk.unreact(member.caller, id),
    ]) {
      expect(await keyOf(vote())).toBe("too_many_requests");
    }
    const said = await talk.say(member.caller, "again");
    await repeat(120, () => talk.edit(member.caller, said.id, "and again"));
    expect(await keyOf(talk.edit(member.caller, said.id, "once more"))).toBe("too_many_requests");
    expect(await keyOf(talk.remove(member.caller, said.id))).toBe("accepted");
    expect(await keyOf(talk.react(other.caller, "like"))).toBe("accepted");
  },
);

test("a user can change 120 requests an hour, and follow or unfollow as often", async () => {
  const [{ caller }, { caller: other }] = [await api.createMember(), await api.createMember()];
  const { id } = await caller.featureRequest.create(wish);
  const { update, follow, unfollow } = caller.featureRequest;
  await repeat(119, () => update({ id, details: "Sooner" }));
  expect(await update({ id, title: "Another", notify_me: true })).toMatchObject({ title: "Another", notify_me: true });
  expect(await keyOf(update({ id, title: "One more" }))).toBe("too_many_requests");
  await repeat(40, () => follow({ id }));
  await repeat(40, () => unfollow({ id }));
  await repeat(40, () => update({ id, notify_me: true }));
  for (const call of [() => follow({ id }), () => unfollow({ id }), () => update({ id, notify_me: false })]) {
    expect(await keyOf(call())).toBe("too_many_requests");
  }
  expect(await caller.featureRequest.get({ id })).toMatchObject({ title: "Another", following: true });
  const shown = await api.createRequest();
  expect(await keyOf(other.featureRequest.follow({ id: shown.id }))).toBe("accepted");
});

test("calls for a missing target always get the same error and do not count against the limit", async () => {
  const [talk, { caller }] = [await createTalk(api, "blog"), await api.createMember(newcomer)];
  for (let count = 0; count < 30; count += 1) {
    expect(await keyOf(caller.blog.comment.create({ blog_slug: "nothing", text: "x" }))).toBe("blog_not_found");
  }
  expect(await keyOf(talk.say(caller, "here"))).toBe("accepted");
});
