CREATE TABLE "chat_notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"room_id" text,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_notes_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "chat_notes_room_id_unique" UNIQUE("room_id"),
	CONSTRAINT "chat_notes_subject" CHECK (("chat_notes"."user_id" is null) <> ("chat_notes"."room_id" is null))
);
--> statement-breakpoint
DROP INDEX "agent_requests_created";--> statement-breakpoint
DROP INDEX "chat_rooms_activity";--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_notes" ADD CONSTRAINT "chat_notes_room_id_chat_rooms_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."chat_rooms"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "agent_requests_desk" ON "agent_requests" USING btree (("handled_at" is not null),"created_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "agent_requests_email" ON "agent_requests" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "chat_rooms_desk" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0;--> statement-breakpoint
CREATE INDEX "chat_rooms_search" ON "chat_rooms" USING gin (lower("visitor_email") gin_trgm_ops);