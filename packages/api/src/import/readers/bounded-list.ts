import * as z from "zod/mini";

/**
 * A list in another app's file. A longer list is one error, and none of its elements is checked: an error for each of
 * hundreds of thousands of wrong elements would stop all other requests for a second.
 *
 * @param lengthMax more than any file of the app has
 */
export function boundedList<Element>(element: z.ZodMiniType<Element>, lengthMax: number) {
  return z.array(element).check(z.maxLength(lengthMax));
}
