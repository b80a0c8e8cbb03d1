CREATE TABLE "book_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"unit" text NOT NULL,
	"guarded" boolean NOT NULL,
	CONSTRAINT "book_accounts_name" UNIQUE("kind","subject","unit"),
	CONSTRAINT "book_accounts_unit" UNIQUE("id","unit"),
	CONSTRAINT "book_accounts_guarded" UNIQUE("id","guarded")
);
--> statement-breakpoint
CREATE TABLE "book_balances" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"guarded" boolean NOT NULL,
	"amount" numeric(38, 18) DEFAULT '0' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "book_balances_guarded" CHECK ("book_balances"."amount" >= 0 or not "book_balances"."guarded")
);
--> statement-breakpoint
CREATE TABLE "book_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"order_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"booked_in" text NOT NULL,
	"actor_id" uuid,
	"reason" text,
	"reversal_of" uuid,
	"late" boolean DEFAULT false NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "book_entries_month" CHECK ("book_entries"."booked_in" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "book_lines" (
	"entry_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"from_account" uuid NOT NULL,
	"to_account" uuid NOT NULL,
	"unit" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	CONSTRAINT "book_lines_entry_id_line_pk" PRIMARY KEY("entry_id","line"),
	CONSTRAINT "book_lines_amount" CHECK ("book_lines"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "book_balances" ADD CONSTRAINT "book_balances_account" FOREIGN KEY ("account_id","guarded") REFERENCES "public"."book_accounts"("id","guarded") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_entries" ADD CONSTRAINT "book_entries_reversal_of_book_entries_id_fk" FOREIGN KEY ("reversal_of") REFERENCES "public"."book_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_entry_id_book_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."book_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_from" FOREIGN KEY ("from_account","unit") REFERENCES "public"."book_accounts"("id","unit") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_lines" ADD CONSTRAINT "book_lines_to" FOREIGN KEY ("to_account","unit") REFERENCES "public"."book_accounts"("id","unit") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_balances_held" ON "book_balances" USING btree ("account_id") WHERE "book_balances"."amount" <> 0;--> statement-breakpoint
CREATE UNIQUE INDEX "book_entries_key" ON "book_entries" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "book_entries_reversal" ON "book_entries" USING btree ("reversal_of");--> statement-breakpoint
CREATE INDEX "book_entries_subject" ON "book_entries" USING btree ("kind","subject");--> statement-breakpoint
CREATE INDEX "book_entries_order" ON "book_entries" USING btree ("order_id","at");--> statement-breakpoint
CREATE INDEX "book_entries_at" ON "book_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "book_lines_of_from" ON "book_lines" USING btree ("from_account");--> statement-breakpoint
CREATE INDEX "book_lines_of_to" ON "book_lines" USING btree ("to_account");
--> statement-breakpoint
CREATE TABLE "book_start" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_start_only" CHECK ("book_start"."is_only")
);
--> statement-breakpoint
-- Names go where a customer is erased, and a key that was replaced signs anew; all else of an entry stays.
create trigger book_entries_append_only before update on book_entries for each row
  execute function keep_columns('reason', 'signature');
--> statement-breakpoint
create trigger book_entries_kept before delete on book_entries for each row execute function reject_change();
--> statement-breakpoint
create trigger book_lines_append_only before update or delete on book_lines for each row execute function reject_change();
--> statement-breakpoint
create trigger book_accounts_append_only before update or delete on book_accounts for each row execute function reject_change();
--> statement-breakpoint
create trigger book_balances_kept before delete on book_balances for each row execute function reject_change();
