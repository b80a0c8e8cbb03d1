DROP INDEX "outbox_waiting";--> statement-breakpoint
CREATE INDEX "outbox_waiting_of_user" ON "outbox" USING btree ("user_id") WHERE "outbox"."sent_at" is null and "outbox"."dropped_at" is null;