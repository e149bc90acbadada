import { featureSwitches } from "@daymark/db/schema/admin";
import { users } from "@daymark/db/schema/user";
import {
  type FeatureSwitch,
  featureSwitchSchema,
  type SwitchName,
  switchesSchema,
  switchListSchema,
  switchNames,
  switchSetInput,
} from "@daymark/domain/operator/feature-switch";
import { eq } from "drizzle-orm";
import * as z from "zod/mini";
import { lockAdmin } from "../account-change/lock-admin.ts";
import { requireStepUp, stepUpErrors } from "../account-change/step-up.ts";
import { readSwitches } from "../host/switches.ts";
import type { Context } from "../procedure/context.ts";
import { adminProcedure, publicProcedure, router } from "../procedure/trpc.ts";

export const featureSwitchRouter = router({
  get: publicProcedure
    .meta({ openapi: { method: "GET", path: "/switches/", summary: "List the feature switches" } })
    .input(z.strictObject({}))
    .output(switchesSchema)
    .query(({ ctx }) => readSwitches(ctx.services)),

  list: adminProcedure
    .meta({
      openapi: { method: "GET", path: "/admin/switches/", summary: "List the feature switches with who changed them" },
    })
    .input(z.strictObject({}))
    .output(switchListSchema)
    .query(async ({ ctx }) => ({ results: await listSwitches(ctx), next: null })),

  set: adminProcedure
    .meta({
      openapi: { method: "PUT", path: "/admin/switches/{name}/", summary: "Turn a feature on or off for everyone" },
      audit: { target: ["switch {name}"], details: ["is_on"] },
      errors: stepUpErrors,
    })
    .input(switchSetInput)
    .output(featureSwitchSchema)
    .mutation(async ({ ctx, input: { name, is_on, ...given } }) => {
      await requireStepUp(ctx, given);
      const values = { is_on, changed_at: new Date(ctx.now()), changed_by: ctx.user.id };
      await ctx.db.transaction(async (tx) => {
        await lockAdmin(tx, ctx);
        await tx
          .insert(featureSwitches)
          .values({ name, ...values })
          .onConflictDoUpdate({ target: featureSwitches.name, set: values });
      });
      await ctx.services.switches.tell();
      return findSwitch(await listSwitches(ctx), name);
    }),
});

/** In the order of the screen. */
async function listSwitches({ db }: Pick<Context, "db">): Promise<FeatureSwitch[]> {
  const rows = await db
    .select({ row: featureSwitches, changed_by: users.username })
    .from(featureSwitches)
    .leftJoin(users, eq(users.id, featureSwitches.changed_by));
  return switchNames.map((name) => {
    const known = rows.find(({ row }) => row.name === name);
    return {
      name,
      is_on: known?.row.is_on ?? true,
      changed_at: known?.row.changed_at.toISOString() ?? null,
      changed_by: known?.changed_by ?? null,
    };
  });
}

function findSwitch(list: readonly FeatureSwitch[], name: SwitchName): FeatureSwitch {
  const found = list.find((each) => each.name === name);
  if (!found) throw new Error(`${name} is no switch`);
  return found;
}
