ALTER TABLE "sessions" ADD COLUMN "sure_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "sure_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_sure" CHECK (("sessions"."sure_at" is null) = ("sessions"."sure_until" is null) and "sessions"."sure_until" <= "sessions"."sure_at" + interval '60 minutes');