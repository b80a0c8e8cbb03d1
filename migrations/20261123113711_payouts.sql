CREATE TABLE "desk_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"currency" text NOT NULL,
	"format" text NOT NULL,
	"holder_name" text NOT NULL,
	"iban" text,
	"bic" text,
	"account_number" text,
	"bank_name" text NOT NULL,
	"town" text,
	"country" text,
	"profile_id" uuid,
	"batch_booking" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" "bytea",
	CONSTRAINT "desk_accounts_format" CHECK ("desk_accounts"."format" in ('pain001', 'paypal', 'wise', 'csv', 'by_hand'))
);
--> statement-breakpoint
CREATE TABLE "payout_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payout_id" uuid NOT NULL,
	"no" integer NOT NULL,
	"batch_id" uuid,
	"end_to_end_id" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"currency" text NOT NULL,
	"details" jsonb,
	"fingerprint" text NOT NULL,
	"signature" "bytea",
	"state" text NOT NULL,
	"sent_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"settled_by" text,
	"returned" jsonb,
	CONSTRAINT "payout_attempts_end_to_end_id" UNIQUE("end_to_end_id"),
	CONSTRAINT "payout_attempts_state" CHECK ("payout_attempts"."state" in ('open', 'sent', 'settled', 'returned', 'reversed', 'void')),
	CONSTRAINT "payout_attempts_settled_by" CHECK ("payout_attempts"."settled_by" in ('statement', 'provider', 'member')),
	CONSTRAINT "payout_attempts_positive" CHECK ("payout_attempts"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payout_batches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" integer GENERATED ALWAYS AS IDENTITY (sequence name "payout_batches_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"format" text NOT NULL,
	"account_id" uuid,
	"currency" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	"total" numeric(38, 18) DEFAULT '0' NOT NULL,
	"state" text NOT NULL,
	"execute_on" date NOT NULL,
	"note" text,
	"made_by" uuid NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"released_by" uuid,
	"released_at" timestamp with time zone,
	"sent_by" uuid,
	"sent_at" timestamp with time zone,
	"bank_reference" text,
	"ended_by" uuid,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"needs_second" boolean DEFAULT false NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "payout_batches_seq" UNIQUE("seq"),
	CONSTRAINT "payout_batches_currency" UNIQUE("id","currency"),
	CONSTRAINT "payout_batches_format" CHECK ("payout_batches"."format" in ('pain001', 'paypal', 'wise', 'csv', 'by_hand')),
	CONSTRAINT "payout_batches_state" CHECK ("payout_batches"."state" in ('prepared', 'released', 'sent', 'closed', 'cancelled', 'withdrawn')),
	CONSTRAINT "payout_batches_account" CHECK ("payout_batches"."format" = 'by_hand' or "payout_batches"."account_id" is not null),
	CONSTRAINT "payout_batches_two_users" CHECK (not "payout_batches"."needs_second" or "payout_batches"."made_by" <> "payout_batches"."released_by"),
	CONSTRAINT "payout_batches_released" CHECK ("payout_batches"."state" not in ('released', 'sent', 'closed') or "payout_batches"."released_by" is not null)
);
--> statement-breakpoint
CREATE TABLE "payout_files" (
	"batch_id" uuid PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_profiles" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"direction" text NOT NULL,
	"shape" jsonb NOT NULL,
	"is_ready" boolean DEFAULT false NOT NULL,
	"is_verified" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payout_profiles_name" UNIQUE("direction","name"),
	CONSTRAINT "payout_profiles_direction" CHECK ("payout_profiles"."direction" in ('payout', 'statement'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"seq" integer NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"note" text,
	"approved_by" uuid,
	"approved_at" timestamp with time zone NOT NULL,
	"details" jsonb,
	"details_changed" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"signature" "bytea",
	CONSTRAINT "payouts_seq" UNIQUE("order_id","seq"),
	CONSTRAINT "payouts_kind" CHECK ("payouts"."kind" in ('order', 'extra')),
	CONSTRAINT "payouts_state" CHECK ("payouts"."state" in ('due', 'held', 'batched', 'released', 'sent', 'settled', 'returned', 'reversed', 'cancelled')),
	CONSTRAINT "payouts_positive" CHECK ("payouts"."amount" > 0),
	CONSTRAINT "payouts_held" CHECK ("payouts"."state" <> 'held' or "payouts"."reason" is not null)
);
--> statement-breakpoint
CREATE TABLE "line_matches" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"line_id" uuid NOT NULL,
	"payout_id" uuid,
	"attempt_id" uuid,
	"order_id" uuid,
	"role" text NOT NULL,
	"rule" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"split_group" uuid,
	"matched_by" uuid,
	"matched_at" timestamp with time zone NOT NULL,
	"reason" text,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	"undone_reason" text,
	CONSTRAINT "line_matches_role" CHECK ("line_matches"."role" in ('settled', 'returned', 'incoming', 'fee')),
	CONSTRAINT "line_matches_subject" CHECK (("line_matches"."role" = 'incoming') = ("line_matches"."order_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"statement_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"booked_on" date NOT NULL,
	"value_on" date,
	"direction" text NOT NULL,
	"amount" numeric(38, 18) NOT NULL,
	"currency" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"bank_ref" text,
	"end_to_end_id" text,
	"counterparty_name" text,
	"counterparty_account" text,
	"is_reversal" boolean DEFAULT false NOT NULL,
	"fingerprint" text NOT NULL,
	"occurrence" integer NOT NULL,
	"state" text DEFAULT 'unmatched' NOT NULL,
	"rule" text,
	"candidates" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"reason" text,
	CONSTRAINT "statement_lines_same" UNIQUE("account_id","fingerprint","occurrence"),
	CONSTRAINT "statement_lines_direction" CHECK ("statement_lines"."direction" in ('in', 'out')),
	CONSTRAINT "statement_lines_state" CHECK ("statement_lines"."state" in ('unmatched', 'proposed', 'matched', 'ignored')),
	CONSTRAINT "statement_lines_positive" CHECK ("statement_lines"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "statements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"format" text NOT NULL,
	"profile_id" uuid,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" "bytea",
	"from_on" date,
	"to_on" date,
	"opening_balance" numeric(38, 18),
	"closing_balance" numeric(38, 18),
	"line_count" integer NOT NULL,
	"added" integer NOT NULL,
	"known" integer NOT NULL,
	"imported_by" uuid NOT NULL,
	"imported_at" timestamp with time zone NOT NULL,
	CONSTRAINT "statements_same" UNIQUE("account_id","sha256"),
	CONSTRAINT "statements_format" CHECK ("statements"."format" in ('camt053', 'mt940', 'csv'))
);
--> statement-breakpoint
ALTER TABLE "order_events" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage" text DEFAULT 'by_hand' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "stage_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "desk_accounts" ADD CONSTRAINT "desk_accounts_profile_id_payout_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."payout_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_attempts" ADD CONSTRAINT "payout_attempts_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_attempts" ADD CONSTRAINT "payout_attempts_batch" FOREIGN KEY ("batch_id","currency") REFERENCES "public"."payout_batches"("id","currency") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_account_id_desk_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."desk_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_released_by_users_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_sent_by_users_id_fk" FOREIGN KEY ("sent_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_batches" ADD CONSTRAINT "payout_batches_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_files" ADD CONSTRAINT "payout_files_batch_id_payout_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."payout_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_approved_by_users_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_line_id_statement_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."statement_lines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_attempt_id_payout_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."payout_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_matched_by_users_id_fk" FOREIGN KEY ("matched_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_matches" ADD CONSTRAINT "line_matches_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_account_id_desk_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."desk_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_account_id_desk_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."desk_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_profile_id_payout_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."payout_profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statements" ADD CONSTRAINT "statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "desk_accounts_same" ON "desk_accounts" USING btree ("currency",coalesce("iban", ''),coalesce("account_number", ''));--> statement-breakpoint
CREATE UNIQUE INDEX "payout_attempts_live" ON "payout_attempts" USING btree ("payout_id") WHERE "payout_attempts"."state" in ('open', 'sent', 'settled');--> statement-breakpoint
CREATE INDEX "payout_attempts_of" ON "payout_attempts" USING btree ("payout_id","no");--> statement-breakpoint
CREATE INDEX "payout_attempts_of_batch" ON "payout_attempts" USING btree ("batch_id","end_to_end_id");--> statement-breakpoint
CREATE INDEX "payout_attempts_sent" ON "payout_attempts" USING btree ("sent_at") WHERE "payout_attempts"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "payout_batches_by_state" ON "payout_batches" USING btree ("state","seq");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_of_order" ON "payouts" USING btree ("order_id") WHERE "payouts"."kind" = 'order';--> statement-breakpoint
CREATE INDEX "payouts_by_state" ON "payouts" USING btree ("state","approved_at","id");--> statement-breakpoint
CREATE INDEX "payouts_by_currency" ON "payouts" USING btree ("currency","state","approved_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "line_matches_live" ON "line_matches" USING btree ("line_id","payout_id","role") WHERE "line_matches"."undone_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "line_matches_live_attempt" ON "line_matches" USING btree ("attempt_id") WHERE "line_matches"."role" in ('settled', 'returned') and "line_matches"."undone_at" is null and "line_matches"."split_group" is null;--> statement-breakpoint
CREATE INDEX "line_matches_of_payout" ON "line_matches" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "line_matches_of_order" ON "line_matches" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "statement_lines_of" ON "statement_lines" USING btree ("statement_id","seq");--> statement-breakpoint
CREATE INDEX "statement_lines_by_state" ON "statement_lines" USING btree ("state","booked_on","id");--> statement-breakpoint
CREATE INDEX "statements_newest" ON "statements" USING btree ("imported_at","id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_stage" CHECK ("orders"."stage" in ('by_hand', 'confirming', 'short', 'question', 'confirmed', 'approved', 'batched', 'released', 'on_hold', 'sent', 'settled', 'returned', 'details_needed', 'approved_again', 'reversed', 'closed', 'refund_due', 'refund_sent', 'refunded'));--> statement-breakpoint
-- Hand-written from here on: functions and triggers.
-- The stage of an order moves as shared/orders/orders.stages.ts lists, and fits its status. Where a move of the status
-- names no stage, the first one of the new status follows.
create function check_order_stage() returns trigger language plpgsql as $$
declare
  moves constant jsonb := '{"by_hand":["approved","sent","refund_due","closed"],"confirming":["confirmed","short","question","closed"],"short":["confirming","confirmed","question","refund_due"],"question":["confirming","confirmed","short","refund_due","closed"],"confirmed":["approved","sent","question","refund_due","closed"],"approved":["batched","on_hold","sent","question","closed"],"batched":["released","approved","approved_again","on_hold"],"released":["sent","on_hold"],"on_hold":["approved","approved_again","sent","closed"],"sent":["settled","details_needed","returned","reversed"],"settled":["sent","details_needed","returned","reversed"],"returned":["details_needed","approved_again","sent","settled","reversed"],"details_needed":["approved_again","sent","settled","reversed"],"approved_again":["batched","on_hold"],"reversed":[],"closed":["refund_due"],"refund_due":["refund_sent","closed"],"refund_sent":["refunded","refund_due"],"refunded":["refund_sent"]}';
  under constant jsonb := '{"pending":["by_hand","confirming","confirmed","short","question"],"processing":["by_hand","confirming","confirmed","short","question","approved","batched","released","on_hold","sent","details_needed","returned","approved_again"],"completed":["batched","released","on_hold","sent","details_needed","returned","approved_again","settled","reversed"],"rejected":["closed","refund_due","refund_sent","refunded"],"failed":["closed","refund_due","refund_sent","refunded"]}';
begin
  if not under -> new.status ? new.stage and (tg_op = 'INSERT' or new.stage = old.stage) then
    new.stage := case new.status when 'completed' then 'sent' else 'closed' end;
  end if;
  if not under -> new.status ? new.stage then
    raise exception 'an order that is % is never %', new.status, new.stage using errcode = 'restrict_violation';
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if new.stage = old.stage then
    new.stage_version := old.stage_version;
    return new;
  end if;
  if not moves -> old.stage ? new.stage then
    raise exception 'an order cannot move from % to %', old.stage, new.stage using errcode = 'restrict_violation';
  end if;
  new.stage_version := old.stage_version + 1;
  return new;
end $$;
--> statement-breakpoint
-- A state moves as the table in the first argument lists; what the second names never changes.
create function check_state_move() returns trigger language plpgsql as $$
begin
  if new.state <> old.state and not tg_argv[0]::jsonb -> old.state ? new.state then
    raise exception '% cannot move from % to %', tg_table_name, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if (select jsonb_object_agg(name, to_jsonb(new) -> name) <> jsonb_object_agg(name, to_jsonb(old) -> name)
      from unnest(tg_argv[1]::text[]) name) then
    raise exception 'a row of % keeps what it was made with', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Count and total of a batch are those of its attempts.
create function count_batch_attempts() returns trigger language plpgsql as $$
begin
  update payout_batches b set count = b.count + a.count, total = b.total + a.total
  from (select batch_id, count(*)::int as count, sum(amount) as total from added where batch_id is not null group by batch_id) a
  where b.id = a.batch_id;
  return null;
end $$;
--> statement-breakpoint
create function keep_batch_total() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 or not (old.state = 'prepared' or old.count = 0) then
    raise exception 'only attempts count in a batch' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- The payee of a payout is replaced only while its money is back.
create function check_payout_details() returns trigger language plpgsql as $$
begin
  if not (old.state = 'returned' and new.state = 'due' and new.details_changed) then
    raise exception 'a payout keeps its payee' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
-- Of a statement only its bytes are removed, when the retention ends.
create function keep_statement() returns trigger language plpgsql as $$
begin
  if new.bytes is not null or to_jsonb(new) - 'bytes' <> to_jsonb(old) - 'bytes' then
    raise exception 'statements is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger orders_check_stage before insert or update of status, stage, stage_version on orders for each row execute function check_order_stage();
--> statement-breakpoint
create trigger payouts_check_state before update on payouts for each row execute function check_state_move('{"due":["batched","held","sent","cancelled"],"held":["due","cancelled"],"batched":["released","due","held"],"released":["sent","held"],"sent":["settled","returned","reversed"],"settled":["sent","returned","reversed"],"returned":["due","reversed","sent","settled"],"reversed":[],"cancelled":[]}', '{id,order_id,kind,seq,amount,currency,created_at}');
--> statement-breakpoint
create trigger payout_attempts_check_state before update on payout_attempts for each row execute function check_state_move('{"open":["sent","void"],"sent":["settled","returned","reversed"],"settled":["sent","returned","reversed"],"returned":["sent","settled"],"reversed":[],"void":[]}', '{id,payout_id,no,batch_id,end_to_end_id,amount,currency,fingerprint}');
--> statement-breakpoint
create trigger payout_batches_check_state before update on payout_batches for each row execute function check_state_move('{"prepared":["released","cancelled"],"released":["sent","withdrawn"],"sent":["closed"],"closed":["sent"],"cancelled":[],"withdrawn":[]}', '{id,seq,format,account_id,currency,note,made_by,made_at}');
--> statement-breakpoint
create trigger statement_lines_check_state before update on statement_lines for each row execute function check_state_move('{"unmatched":["proposed","matched","ignored"],"proposed":["matched","unmatched"],"matched":["unmatched","proposed"],"ignored":["unmatched","proposed"]}', '{id,statement_id,account_id,seq,booked_on,value_on,direction,amount,currency,bank_ref,is_reversal,fingerprint,occurrence}');
--> statement-breakpoint
create trigger payouts_check_details before update of details on payouts for each row
  when (new.details is not null and new.details is distinct from old.details) execute function check_payout_details();
--> statement-breakpoint
-- An attempt keeps its payee until the retention ends.
create trigger payout_attempts_keep_details before update of details on payout_attempts for each row
  when (new.details is not null and new.details is distinct from old.details) execute function reject_change();
--> statement-breakpoint
create trigger payout_attempts_count after insert on payout_attempts referencing new table as added for each statement execute function count_batch_attempts();
--> statement-breakpoint
create trigger payout_batches_keep_total before update of count, total on payout_batches for each row
  when (new.count <> old.count or new.total <> old.total) execute function keep_batch_total();
--> statement-breakpoint
create trigger payout_files_append_only before update or delete on payout_files for each row execute function reject_change();
--> statement-breakpoint
create trigger payout_files_no_truncate before truncate on payout_files for each statement execute function reject_change();
--> statement-breakpoint
create trigger statements_keep before update on statements for each row execute function keep_statement();
--> statement-breakpoint
create trigger payouts_no_delete before delete on payouts for each row execute function reject_change();
--> statement-breakpoint
create trigger payout_attempts_no_delete before delete on payout_attempts for each row execute function reject_change();
--> statement-breakpoint
create trigger payout_batches_no_delete before delete on payout_batches for each row execute function reject_change();
--> statement-breakpoint
create trigger statements_no_delete before delete on statements for each row execute function reject_change();
--> statement-breakpoint
create trigger statement_lines_no_delete before delete on statement_lines for each row execute function reject_change();
--> statement-breakpoint
create trigger line_matches_no_delete before delete on line_matches for each row execute function reject_change();
--> statement-breakpoint
-- Orders from before this version: paid, or over.
update orders set stage = stage where status in ('completed', 'rejected', 'failed');
