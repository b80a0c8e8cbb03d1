CREATE TABLE "held_notices" (
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"notice_id" uuid NOT NULL,
	CONSTRAINT "held_notices_user_id_channel_notice_id_pk" PRIMARY KEY("user_id","channel","notice_id"),
	CONSTRAINT "held_notices_channel" CHECK ("held_notices"."channel" in ('mail', 'telegram'))
);
--> statement-breakpoint
CREATE TABLE "notice_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"quiet_from" text,
	"quiet_to" text,
	"time_zone" text,
	"digest" boolean DEFAULT false NOT NULL,
	"last_sent_at" timestamp with time zone,
	CONSTRAINT "notice_settings_quiet" CHECK (num_nulls("notice_settings"."quiet_from", "notice_settings"."quiet_to", "notice_settings"."time_zone") in (0, 3))
);
--> statement-breakpoint
CREATE TABLE "team_notices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"audience" jsonb NOT NULL,
	"once_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"shared_at" timestamp with time zone,
	CONSTRAINT "team_notices_once_key_unique" UNIQUE("once_key")
);
--> statement-breakpoint
ALTER TABLE "held_notices" ADD CONSTRAINT "held_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_notices" ADD CONSTRAINT "held_notices_notice_id_team_notices_id_fk" FOREIGN KEY ("notice_id") REFERENCES "public"."team_notices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notice_settings" ADD CONSTRAINT "notice_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "held_notices_of_notice" ON "held_notices" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "team_notices_created" ON "team_notices" USING btree ("created_at");