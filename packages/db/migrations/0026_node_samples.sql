CREATE TABLE "node_samples" (
	"node" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"rss_bytes" bigint NOT NULL,
	"event_loop_p99_ms" real NOT NULL,
	"request_p99_ms" real,
	"due_jobs" integer NOT NULL,
	CONSTRAINT "node_samples_node_at_pk" PRIMARY KEY("node","at")
);
--> statement-breakpoint
CREATE INDEX "node_samples_at_idx" ON "node_samples" USING btree ("at");