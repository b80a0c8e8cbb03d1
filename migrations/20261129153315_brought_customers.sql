ALTER TABLE "users" DROP CONSTRAINT "users_email_present";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "origin" text DEFAULT 'registered' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "brought_by" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "brought_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "brought_name" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "terms_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "origin" text DEFAULT 'own' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_brought_by_users_id_fk" FOREIGN KEY ("brought_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_mobile_number" ON "users" USING btree ("mobile_number") WHERE "users"."mobile_number" is not null;--> statement-breakpoint
CREATE INDEX "users_invited" ON "users" USING btree ("invited_at") WHERE "users"."invited_at" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_origin" CHECK ("users"."origin" in ('registered', 'brought'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_brought" CHECK (("users"."origin" = 'brought') = ("users"."brought_at" is not null));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_email_present" CHECK ("users"."email" is not null or "users"."status" = 'deleted' or "users"."origin" = 'brought');--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_origin" CHECK ("payout_accounts"."origin" in ('own', 'brought'));