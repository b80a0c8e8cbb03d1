CREATE TABLE "wallet_alarms" (
	"fingerprint" "bytea" PRIMARY KEY NOT NULL,
	"crypto_id" text NOT NULL,
	"raised_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD COLUMN "from_version" integer NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD COLUMN "signature" "bytea" NOT NULL;--> statement-breakpoint
ALTER TABLE "deposit_wallet_changes" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "deposit_wallet_changes_one_waiting" ON "deposit_wallet_changes" USING btree ("crypto_id") WHERE "deposit_wallet_changes"."applied_at" is null and "deposit_wallet_changes"."cancelled_at" is null;
--> statement-breakpoint
-- What was asked for stays as it was asked for: a change of an address goes live or is cancelled, once, and is never forgotten.
create function check_wallet_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.crypto_id, new.from_address, new.from_memo, new.from_version, new.to_address, new.to_memo, new.changed_by,
      new.changed_at, new.live_at, new.signature)
    is distinct from (old.id, old.crypto_id, old.from_address, old.from_memo, old.from_version, old.to_address, old.to_memo,
      old.changed_by, old.changed_at, old.live_at, old.signature)
    or old.applied_at is not null or old.cancelled_at is not null
  then
    raise exception 'deposit_wallet_changes is append only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger deposit_wallet_changes_kept before update on deposit_wallet_changes for each row execute function check_wallet_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_append_only before delete on deposit_wallet_changes for each row execute function refuse_change();
--> statement-breakpoint
create trigger deposit_wallet_changes_no_truncate before truncate on deposit_wallet_changes for each statement execute function refuse_change();
