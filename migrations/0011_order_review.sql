-- The account an exchange was to be paid into: the one the customer chose, or the only one shown.
create function receiving_account_of(instructions json) returns uuid language sql immutable as $$
  select (shown->>'id')::uuid from json_array_elements(coalesce(instructions, '[]'::json)) shown
  where (shown->>'isChosen')::boolean or json_array_length(instructions) = 1 limit 1
$$;
--> statement-breakpoint
-- Four quarters of a picture's hash, each with its position: pictures that differ in three bits have one in common.
create function picture_bands(hash bigint) returns integer[] language sql immutable as $$
  select array(select (band << 16) + ((hash >> (band * 16)) & 65535)::integer from generate_series(0, 3) band)
$$;
--> statement-breakpoint
CREATE TABLE "order_amendments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_amendments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"note" text NOT NULL,
	"transaction_id" text,
	"linked_order_id" uuid,
	CONSTRAINT "order_amendments_kind" CHECK ("order_amendments"."kind" in ('note', 'evidence', 'screenshot', 'reversal')),
	CONSTRAINT "order_amendments_transaction_id" CHECK (("order_amendments"."kind" in ('evidence', 'reversal')) = ("order_amendments"."transaction_id" is not null)),
	CONSTRAINT "order_amendments_link" CHECK ("order_amendments"."linked_order_id" is null or "order_amendments"."kind" = 'reversal')
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "picture_hash" bigint;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "receiving_account_id" uuid GENERATED ALWAYS AS (receiving_account_of(payment_instructions)) STORED;--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_amendments" ADD CONSTRAINT "order_amendments_linked_order" FOREIGN KEY ("linked_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_amendments_of" ON "order_amendments" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "files_picture_bands" ON "files" USING gin (picture_bands("picture_hash")) WHERE "files"."purpose" = 'payment_proof' and "files"."picture_hash" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_receiving_account" ON "orders" USING btree ("receiving_account_id","status","type","created_at","id") WHERE "orders"."receiving_account_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_by_payee" ON "orders" USING btree (lower(regexp_replace("payment_details"->>'accountNumber', '[\s-]', '', 'g')),"user_id");
--> statement-breakpoint
create trigger order_amendments_append_only before update or delete on order_amendments for each row execute function reject_change();
--> statement-breakpoint
create trigger order_amendments_no_truncate before truncate on order_amendments for each statement execute function reject_change();
