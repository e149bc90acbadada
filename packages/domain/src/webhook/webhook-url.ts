import * as z from "zod/mini";
import { parseWebAddress, urlLengthMax } from "../text/web-address.ts";

/** The address of a receiver. The server checks besides that it is allowed to call it. */
export const webhookUrlSchema = z.string().check(
  z.maxLength(urlLengthMax, { error: "too_long" }),
  z.refine((text) => isReceiver(text), { error: "url_invalid" }),
);

/** An http or https address without a user name and a password: these belong into no log. */
function isReceiver(text: string): boolean {
  const address = parseWebAddress(text);
  return address !== null && address.username === "" && address.password === "";
}
