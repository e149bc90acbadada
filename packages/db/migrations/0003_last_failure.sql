-- A window that began with the first failure would let twice as many through around its end.
ALTER TABLE "two_factors" RENAME COLUMN "failures_since" TO "last_failure_at";
