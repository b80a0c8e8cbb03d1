DROP INDEX "audit_log_at";--> statement-breakpoint
DROP INDEX "audit_log_rare_role";--> statement-breakpoint
DROP INDEX "sessions_user";--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("created_at") WHERE "outbox"."sent_at" is null and "outbox"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_dropped" ON "outbox" USING btree ("dropped_at") WHERE "outbox"."dropped_at" is not null;--> statement-breakpoint
CREATE INDEX "orders_ready" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" in ('pending', 'processing') and "orders"."proof_at" is not null;--> statement-breakpoint
CREATE INDEX "agent_requests_oldest_first" ON "agent_requests" USING btree (("handled_at" is not null),"created_at","id");--> statement-breakpoint
CREATE INDEX "chat_rooms_open" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0 and "chat_rooms"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_rare_role" ON "audit_log" USING btree ("actor_role","at","id") WHERE "audit_log"."actor_role" in ('visitor', 'system', 'staff', 'admin');--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");