import { useEffect, useState } from "react";

/** Whole seconds until then, counted down; 0 from then on. */
export function useSecondsUntil(untilMs: number): number {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    setNow(Date.now());
    if (isOver) return;
    // Four looks a second: the number falls when it should, however late a timer fires.
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver, untilMs]);
  return seconds;
}

interface CountDownProps {
  untilMs: number;
  /** The sentence with so many seconds left. */
  words: (seconds: number) => string;
  onEnd: () => void;
}

/** A sentence whose number of seconds falls. */
export function CountDown({ untilMs, words, onEnd }: CountDownProps) {
  const seconds = useSecondsUntil(untilMs);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return words(seconds);
}
