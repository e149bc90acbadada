import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { markedHabits, readDemoMarks } from "./demo-marks.ts";

/** Tells a user who signs up that their marks on the landing page are not lost. */
export default function DemoNote(_: { isWanted: boolean }) {
  const [hasMarks] = useState(() => markedHabits(readDemoMarks(localStorage)).length > 0);
  return hasMarks ? (
    <p className="mb-5 rounded-xl border border-accent bg-surface px-4 py-3 text-sm">
      <Trans>The days you marked in the calendar come along: you will be asked on your dashboard.</Trans>
    </p>
  ) : null;
}
