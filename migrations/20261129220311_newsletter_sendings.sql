CREATE TABLE "newsletter_sendings" (
	"post_id" uuid PRIMARY KEY NOT NULL,
	"state" text DEFAULT 'sending' NOT NULL,
	"language" text,
	"total" integer NOT NULL,
	"queued" integer DEFAULT 0 NOT NULL,
	"last_id" uuid,
	"started_by" uuid NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "newsletter_sendings_state" CHECK ("newsletter_sendings"."state" in ('sending', 'sent', 'stopped')),
	CONSTRAINT "newsletter_sendings_ended" CHECK (("newsletter_sendings"."state" = 'sending') = ("newsletter_sendings"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "newsletter_sendings" ADD CONSTRAINT "newsletter_sendings_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_sendings_newest" ON "newsletter_sendings" USING btree ("started_at" DESC NULLS LAST,"post_id");