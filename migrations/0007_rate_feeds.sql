CREATE TABLE "rate_feeds" (
	"name" text PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	"last_error" text
);
--> statement-breakpoint
DROP INDEX "held_rates_waiting";--> statement-breakpoint
ALTER TABLE "held_rates" ALTER COLUMN "last_good" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "held_rates" ADD COLUMN "offered_at" timestamp with time zone NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "held_rates_one_waiting" ON "held_rates" USING btree ("kind","subject") WHERE "held_rates"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "held_rates_newest" ON "held_rates" USING btree ("held_at");