CREATE TABLE "forgery_alarms" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL
);
