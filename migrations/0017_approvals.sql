CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"facts" jsonb NOT NULL,
	"input" jsonb NOT NULL,
	"facts_hash" "bytea" NOT NULL,
	"asked_by" uuid NOT NULL,
	"asked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'unblock', 'erase', 'settings')),
	CONSTRAINT "approvals_state" CHECK ("approvals"."state" in ('open', 'approved', 'refused', 'expired', 'void')),
	CONSTRAINT "approvals_two_users" CHECK ("approvals"."asked_by" <> "approvals"."decided_by"),
	CONSTRAINT "approvals_decided" CHECK (("approvals"."state" in ('approved', 'refused')) = ("approvals"."decided_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_asked_by_users_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_open" ON "approvals" USING btree ("kind","subject_id") WHERE "approvals"."state" = 'open';--> statement-breakpoint
CREATE INDEX "approvals_asked" ON "approvals" USING btree ("asked_at");--> statement-breakpoint
CREATE INDEX "approvals_of_user" ON "approvals" USING btree (("facts" ->> 'userId'));
--> statement-breakpoint
create function keep_approval() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.facts_hash, new.asked_by, new.asked_at, new.expires_at)
     is distinct from (old.id, old.kind, old.subject_id, old.facts_hash, old.asked_by, old.asked_at, old.expires_at) then
    raise exception 'what was asked of a second member cannot be changed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open'
     and (new.state, new.decided_by, new.decided_at) is distinct from (old.state, old.decided_by, old.decided_at) then
    raise exception 'a decided request cannot be decided again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger approvals_keep before update on approvals for each row execute function keep_approval();
