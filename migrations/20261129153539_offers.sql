CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code" text NOT NULL,
	"user_id" uuid,
	"taken_by" uuid,
	"terms" jsonb NOT NULL,
	"quote_id" uuid,
	"order_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"note" text,
	"made_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"signature" "bytea" NOT NULL,
	CONSTRAINT "offers_state" CHECK ("offers"."state" in ('open', 'taken', 'ordered', 'withdrawn')),
	CONSTRAINT "offers_order" CHECK ("offers"."order_id" is null or "offers"."state" = 'ordered'),
	CONSTRAINT "offers_taken" CHECK ("offers"."state" <> 'taken' or ("offers"."quote_id" is not null and "offers"."taken_by" is not null))
);
--> statement-breakpoint
ALTER TABLE "approvals" DROP CONSTRAINT "approvals_kind";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "opened_by" uuid;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_code" ON "offers" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_quote" ON "offers" USING btree ("quote_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_order" ON "offers" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "offers_newest" ON "offers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "offers_of_user" ON "offers" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "offers_taken_by" ON "offers" USING btree ("taken_by","created_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_kind" CHECK ("approvals"."kind" in ('payout', 'warned_approval', 'address', 'rate', 'offer', 'unblock', 'erase', 'settings', 'team', 'refund', 'books'));--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_opened_by" CHECK ("orders"."opened_by" <> "orders"."user_id");--> statement-breakpoint
-- A promise stays as it was made: only who took it, what became of it and its signature change, and a note goes with its person.
create function check_offer_change() returns trigger language plpgsql as $$
begin
  if (new.id, new.code, new.user_id, new.terms, new.made_by, new.created_at, new.expires_at)
    is distinct from (old.id, old.code, old.user_id, old.terms, old.made_by, old.created_at, old.expires_at)
  then
    raise exception 'an offer keeps the terms it was made with' using errcode = 'restrict_violation';
  end if;
  if old.taken_by is not null and new.taken_by is distinct from old.taken_by then
    raise exception 'an offer is taken by one customer' using errcode = 'restrict_violation';
  end if;
  if old.state in ('ordered', 'withdrawn') and (new.state, new.quote_id, new.order_id)
    is distinct from (old.state, old.quote_id, old.order_id)
  then
    raise exception 'an offer that is over never changes' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger offers_check_change before update on offers for each row execute function check_offer_change();
--> statement-breakpoint
-- Whoever opened an order for its customer does not approve it, so that is never edited.
create function check_order_opener() returns trigger language plpgsql as $$
begin
  raise exception 'an order keeps who opened it' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger orders_check_opener before update of opened_by on orders for each row
  when (new.opened_by is distinct from old.opened_by) execute function check_order_opener();
