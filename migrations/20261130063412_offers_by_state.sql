CREATE INDEX "offers_recent" ON "offers" USING btree ("expires_at") WHERE "offers"."state" in ('open', 'taken');--> statement-breakpoint
CREATE INDEX "offers_expired" ON "offers" USING btree ("created_at","id") WHERE "offers"."state" in ('open', 'taken');--> statement-breakpoint
CREATE INDEX "offers_ordered" ON "offers" USING btree ("created_at","id") WHERE "offers"."state" in ('ordered', 'taken');--> statement-breakpoint
CREATE INDEX "offers_withdrawn" ON "offers" USING btree ("created_at","id") WHERE "offers"."state" = 'withdrawn';