import { useLingui } from "@lingui/react/macro";
import { useSite } from "../../../lib/app.ts";
import { PageHead } from "../../../lib/head.tsx";
import { About } from "./about.tsx";
import { Closing } from "./closing.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { Offer } from "./offer.tsx";
import { Plans } from "./plans.tsx";
import { ProductPicture } from "./product-picture.tsx";
import { Reasons } from "./reasons.tsx";

export function Landing() {
  const { t } = useLingui();
  const { plans } = useSite();
  return (
    <>
      <PageHead
        title={t`Home`}
        path="/"
        about={{ kind: "home", title: t`Daymark: a habit tracker with a calendar` }}
        description={t`Daymark is a calendar for good and bad habits: mark the day in seconds, watch your streak grow and see which days count.`}
      />
      <Hero />
      <HowItWorks />
      <Reasons />
      <ProductPicture />
      <Offer />
      {plans === "on" ? <Plans /> : null}
      <About />
      <Closing />
    </>
  );
}
