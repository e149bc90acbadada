import { liveChangesInput, liveChangesSchema } from "@daymark/domain/base/live";
import * as z from "zod/mini";
import { accountProcedure, router } from "../procedure/trpc.ts";

export const liveRouter = router({
  /**
   * What a user's other pages change, told as topics and never as data: whoever hears of one asks again, and so is
   * given only what they may see. For pages, which have sessions; a script with a key asks when it wants to know. It
   * travels over tRPC alone, as an event stream that ends with its caller's session or access token.
   */
  changes: accountProcedure
    .input(liveChangesInput)
    .output(eachOf(liveChangesSchema))
    .subscription(({ ctx, input, signal }) =>
      ctx.live.subscribe(ctx.user.id, {
        ageMs: input.age_ms,
        // Without one it could never end.
        signal: signal ?? AbortSignal.abort(),
      }),
    ),
});

/** The schema of a stream: each of what it yields is listed by `schema`, as any answer is. */
function eachOf<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.pipe(
    z.custom<AsyncIterable<z.input<Schema>>>((value) => isAsyncIterable(value)),
    z.transform(async function* (values: AsyncIterable<z.input<Schema>>): AsyncGenerator<z.output<Schema>> {
      for await (const value of values) yield schema.parse(value);
    }),
  );
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
