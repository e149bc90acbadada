import * as z from "zod/mini";
import { idSchema } from "../base/id.ts";
import { typedLine, typedText } from "../text/text.ts";
import { categories, requestDetailsLengthMax, requestTitleLength } from "./request-kind.ts";

// What the form of a request needs: it loads no schema of answers and of other calls.

/** The members that the author writes. */
const requestMembers = {
  title: typedLine(requestTitleLength),
  details: typedText({ min: 1, max: requestDetailsLengthMax }),
  category: z.enum(categories),
  notify_me: z.boolean(),
};

export const requestCreateInput = z.partial(z.strictObject(requestMembers), { notify_me: true });
export type RequestCreateInput = z.infer<typeof requestCreateInput>;
export const requestUpdateInput = z.strictObject({
  id: idSchema,
  ...z.partial(z.object(requestMembers)).shape,
});
