CREATE TABLE "book_checks" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"changed_since" timestamp with time zone,
	"finding" jsonb,
	CONSTRAINT "book_checks_only" CHECK ("book_checks"."only")
);
--> statement-breakpoint
CREATE TABLE "book_periods" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" uuid,
	"entries" integer,
	"late" integer,
	"totals" jsonb,
	"holdings" jsonb,
	"sha256" text,
	"reason" text,
	"signature" "bytea",
	CONSTRAINT "book_periods_month" CHECK ("book_periods"."month" ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
	CONSTRAINT "book_periods_closed" CHECK (("book_periods"."closed_at" is null) = ("book_periods"."sha256" is null) and ("book_periods"."closed_at" is null) = ("book_periods"."signature" is null))
);
--> statement-breakpoint
CREATE TABLE "book_days" (
	"day" date PRIMARY KEY NOT NULL,
	"holdings" jsonb NOT NULL,
	"groups" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_rates" (
	"day" date NOT NULL,
	"unit" text NOT NULL,
	"rate" numeric(38, 18) NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone NOT NULL,
	"note" text,
	CONSTRAINT "book_rates_day_unit_pk" PRIMARY KEY("day","unit"),
	CONSTRAINT "book_rates_positive" CHECK ("book_rates"."rate" > 0)
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
CREATE INDEX "book_entries_booked" ON "book_entries" USING btree ("booked_in","at","id");--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'unblock', 'erase', 'settings', 'team', 'refund', 'books'));
--> statement-breakpoint
CREATE INDEX "book_entries_late" ON "book_entries" USING btree ("at","id") WHERE "book_entries"."late";
--> statement-breakpoint
-- A month is closed and opened again, a rate is corrected while its month is open; neither goes.
create trigger book_periods_kept before delete on book_periods for each row execute function reject_change();
--> statement-breakpoint
create trigger book_periods_month before update on book_periods for each row
  execute function keep_columns('closed_at', 'closed_by', 'entries', 'late', 'totals', 'holdings', 'sha256', 'reason', 'signature');
--> statement-breakpoint
create trigger book_rates_kept before delete on book_rates for each row execute function reject_change();
--> statement-breakpoint
create trigger book_rates_unit before update on book_rates for each row
  execute function keep_columns('rate', 'set_by', 'set_at', 'note');
--> statement-breakpoint
-- What is entered on a day that was added up, or before it, changes what that day and all later ones came to.
create function remove_book_days() returns trigger language plpgsql as $$
begin
  delete from book_days where day >= (
    select min(case when added.late then (added.booked_in || '-01')::date else (added.at at time zone 'UTC')::date end) from added);
  return null;
end $$;
--> statement-breakpoint
create trigger book_entries_days after insert on book_entries referencing new table as added for each statement
  execute function remove_book_days();
