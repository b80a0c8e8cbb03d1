-- The mailbox an address is delivered to: without the tag behind a plus, and at Gmail without dots, which it ignores.
create function mailbox_of(address text) returns text language sql immutable strict as $$
  select case when split_part(address, '@', 2) in ('gmail.com', 'googlemail.com')
    then replace(split_part(split_part(address, '@', 1), '+', 1), '.', '') || '@gmail.com'
    else split_part(split_part(address, '@', 1), '+', 1) || '@' || split_part(address, '@', 2) end
$$;
--> statement-breakpoint
CREATE TABLE "audit_texts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "case_files" (
	"order_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	CONSTRAINT "case_files_order_id_member_id_pk" PRIMARY KEY("order_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_member_id_users_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "case_files" ADD CONSTRAINT "case_files_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_texts_user" ON "audit_texts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_mailbox" ON "users" USING btree (mailbox_of("email"));