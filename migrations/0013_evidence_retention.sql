ALTER TABLE "users" ADD COLUMN "retained_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_retained" ON "users" USING btree ("retained_until") WHERE "users"."retained_until" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_retained" CHECK ("users"."retained_until" is null or "users"."status" = 'deleted');