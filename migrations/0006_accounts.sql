CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject" "bytea" NOT NULL,
	"origin" "bytea" NOT NULL,
	"particulars" jsonb,
	"password_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registrations_whole" CHECK (("registrations"."particulars" is null) = ("registrations"."password_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "sign_in_tries" (
	"key" "bytea" PRIMARY KEY NOT NULL,
	"tries" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "one_time_codes_open";--> statement-breakpoint
DROP INDEX "one_time_codes_sent";--> statement-breakpoint
ALTER TABLE "one_time_codes" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "kyc_status" text DEFAULT 'none' NOT NULL;--> statement-breakpoint
-- Codes live minutes: those of an older version simply end here.
DELETE FROM "one_time_codes";--> statement-breakpoint
ALTER TABLE "one_time_codes" ADD COLUMN "subject" "bytea" NOT NULL;--> statement-breakpoint
CREATE INDEX "registrations_subject" ON "registrations" USING btree ("subject","created_at");--> statement-breakpoint
CREATE INDEX "registrations_age" ON "registrations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sign_in_tries_age" ON "sign_in_tries" USING btree ("resets_at");--> statement-breakpoint
CREATE INDEX "one_time_codes_user" ON "one_time_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "one_time_codes_age" ON "one_time_codes" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_codes_open" ON "one_time_codes" USING btree ("subject","purpose") WHERE "one_time_codes"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "one_time_codes_sent" ON "one_time_codes" USING btree ("subject","purpose","created_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kyc_status" CHECK ("users"."kyc_status" in ('none', 'pending', 'approved', 'rejected'));