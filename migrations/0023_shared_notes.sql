ALTER TABLE "chat_notes" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "chat_notes" CASCADE;--> statement-breakpoint
ALTER TABLE "note_versions" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "notes_shared_of_user" ON "notes" USING btree ("user_id") WHERE "notes"."is_shared";--> statement-breakpoint
CREATE UNIQUE INDEX "notes_shared_of_room" ON "notes" USING btree ("room_id") WHERE "notes"."is_shared";