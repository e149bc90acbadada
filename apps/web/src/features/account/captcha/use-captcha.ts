import type { CaptchaAction } from "@daymark/domain/account/captcha";
import { useRef, useState } from "react";
import { useSite } from "../../../lib/app.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { captchaFor } from "./captcha-for.ts";

/** The captcha of a form. Its code is not fetched before it is prepared or needed. */
export function useCaptcha(action: CaptchaAction) {
  const { client } = trpc.useUtils();
  const { provider } = useSite().captcha;
  const slot = useRef<HTMLDivElement>(null);
  const [captcha] = useState(() => captchaFor(client, action, { provider, findSlot: () => slot.current }));
  return { ...captcha, slot };
}
