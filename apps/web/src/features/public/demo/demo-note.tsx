import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { markedHabits, readDemoMarks } from "./demo-marks.ts";

/** Tells a user who signs up that their marks on the landing page are not lost. */
export default function DemoNote(_: { isWanted: boolean }) {
  const [hasMarks] = useState(() => markedHabits(readDemoMarks(localStorage)).length > 0);
  return hasMarks ? (
    <p className="mb-5 rounded-xl border border-accent bg-surface px-4 py-3 text-sm">
      <Trans>The days you marked come with you: your dashboard asks whether to keep them.</Trans>
    </p>
  ) : null;
}
