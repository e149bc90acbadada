import { useEffect, useState } from "react";

/** Whole seconds left until `untilMs`; 0 after that. */
export function useSecondsUntil(untilMs: number): number {
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((untilMs - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    setNow(Date.now());
    if (isOver) return;
    // Four updates a second, so that the number changes on time even if a timer fires late.
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver, untilMs]);
  return seconds;
}

interface CountDownProps {
  untilMs: number;
  /** The sentence for a number of seconds left. */
  words: (seconds: number) => string;
  onEnd: () => void;
}

/** A sentence with a number of seconds that counts down. */
export function CountDown({ untilMs, words, onEnd }: CountDownProps) {
  const seconds = useSecondsUntil(untilMs);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) onEnd();
  }, [isOver, onEnd]);
  return words(seconds);
}
