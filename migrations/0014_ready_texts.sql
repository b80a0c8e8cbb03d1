CREATE TABLE "ready_texts" (
	"key" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid NOT NULL,
	CONSTRAINT "ready_texts_key_language_pk" PRIMARY KEY("key","language")
);
