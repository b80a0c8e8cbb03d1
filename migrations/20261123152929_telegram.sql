CREATE TABLE "telegram_links" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"code_hash" "bytea",
	"code_expires_at" timestamp with time zone,
	"chat_id" text,
	"linked_at" timestamp with time zone,
	CONSTRAINT "telegram_links_code_hash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "channel" text DEFAULT 'mail' NOT NULL;--> statement-breakpoint
ALTER TABLE "telegram_links" ADD CONSTRAINT "telegram_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_setup_test" ON "outbox" USING btree ("sent_at") WHERE "outbox"."template" = 'setup_test';
