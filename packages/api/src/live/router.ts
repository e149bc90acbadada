import { liveChangesInput, liveChangesSchema } from "@daymark/domain/base/live";
import * as z from "zod/mini";
import { accountProcedure, router } from "../procedure/trpc.ts";

export const liveRouter = router({
  /**
   * Streams the changes of a user's other pages, as topics and never as data. A page that receives a topic queries
   * again, and so gets only what it may see. It is for pages, which have sessions; a script with an API key polls. It
   * works over tRPC only, as an event stream that ends with its caller's session or access token.
   */
  changes: accountProcedure
    .input(liveChangesInput)
    .output(eachOf(liveChangesSchema))
    .subscription(({ ctx, input, signal }) =>
      ctx.services.live.subscribe(ctx.user.id, {
        ageMs: input.age_ms,
        // Without a signal the stream could never end.
        signal: signal ?? AbortSignal.abort(),
      }),
    ),
});

/** The schema of a stream: `schema` validates each item, like any answer. */
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
