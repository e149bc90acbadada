import { appClients } from "@daymark/db/schema/connection/connected-app";
import { eq } from "drizzle-orm";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createAccountApi, newPassword, password } from "../account/testing.ts";
import { noon } from "../testing.ts";
import { startDevice } from "./device.ts";
import { createAppEndpoints, oauthErrorOf } from "./testing.ts";

const api = await createAccountApi();
const app = createAppEndpoints(api);
afterAll(api.drop);
beforeEach(() => {
  api.clock.now = noon;
});

const change = { password, new_password: newPassword, new_password_confirmation: newPassword };

async function createOwner() {
  const { caller } = await api.createOwner();
  const { client_id } = await app.register();
  return { caller, client_id };
}

test("a device that was allowed before a change of the password gets no tokens after it", async () => {
  const { caller, client_id } = await createOwner();
  const [client] = await api.db.select().from(appClients).where(eq(appClients.client_id, client_id));
  if (!client) throw new Error("no client");
  const { user_code, device_code } = await startDevice(app.ctx, client, new Map());
  await caller.connectedApp.setDevice({ user_code, decision: "allow", access: "write" });
  await caller.account.changePassword(change);
  const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
  expect(await oauthErrorOf(app.token(client_id, { grant_type, device_code }))).toBe("invalid_grant");
});

test("a code that an application got before a change of the password serves no more, and its connections stay", async () => {
  const { caller, client_id } = await createOwner();
  const { refresh_token } = await app.redeem(client_id, (await app.allow({ caller }, client_id)).get("code"));
  const other = (await app.register()).client_id;
  const open = (await app.allow({ caller }, other)).get("code");
  await caller.account.changePassword(change);
  expect(await oauthErrorOf(app.redeem(other, open))).toBe("invalid_grant");
  expect(await oauthErrorOf(app.refresh(client_id, refresh_token))).toBe("accepted");
});
