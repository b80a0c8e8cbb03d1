ALTER TABLE "users" DROP CONSTRAINT "users_kyc_status";--> statement-breakpoint
ALTER TABLE "kyc_requests" DROP CONSTRAINT "kyc_requests_status";--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "document_number_hash" "bytea";--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "expires_on" date;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "expiry_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD COLUMN "ended_reason" text;--> statement-breakpoint
CREATE INDEX "files_kyc_sent_hash" ON "files" USING btree ("sent_hash") WHERE "files"."purpose" = 'kyc';--> statement-breakpoint
CREATE INDEX "files_kyc_picture_bands" ON "files" USING gin (picture_bands("picture_hash")) WHERE "files"."purpose" = 'kyc' and "files"."picture_hash" is not null;--> statement-breakpoint
CREATE INDEX "kyc_requests_number" ON "kyc_requests" USING btree ("document_number_hash") WHERE "kyc_requests"."document_number_hash" is not null;--> statement-breakpoint
CREATE INDEX "kyc_requests_expiry" ON "kyc_requests" USING btree ("expires_on") WHERE "kyc_requests"."status" = 'approved' and "kyc_requests"."expires_on" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_kyc_status" CHECK ("users"."kyc_status" in ('none', 'pending', 'approved', 'rejected', 'revoked', 'expired'));--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_ended" CHECK (("kyc_requests"."status" in ('revoked', 'expired')) = ("kyc_requests"."ended_at" is not null));--> statement-breakpoint
ALTER TABLE "kyc_requests" ADD CONSTRAINT "kyc_requests_status" CHECK ("kyc_requests"."status" in ('pending', 'approved', 'rejected', 'revoked', 'expired'));--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "retained_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_retained" ON "users" USING btree ("retained_until") WHERE "users"."retained_until" is not null;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_retained" CHECK ("users"."retained_until" is null or "users"."status" = 'deleted');--> statement-breakpoint
CREATE TABLE "ready_texts" (
	"key" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "ready_texts_key_language_pk" PRIMARY KEY("key","language")
);
