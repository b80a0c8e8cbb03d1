CREATE TABLE "deposit_questions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"asked" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "deposit_questions_asked" CHECK ("deposit_questions"."asked" in ('customer', 'team'))
);
--> statement-breakpoint
ALTER TABLE "deposit_questions" ADD CONSTRAINT "deposit_questions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Hand-written from here on. The stage of an order is derived by the product, so no trigger holds a table of its moves.
drop trigger orders_check_stage on orders;
--> statement-breakpoint
drop function check_order_stage();
--> statement-breakpoint
-- Of orders from before: who is asked about what arrived.
insert into deposit_questions (order_id, asked, asked_at)
select id, case stage when 'short' then 'customer' else 'team' end, updated_at from orders
where status in ('pending', 'processing') and stage in ('short', 'question');
--> statement-breakpoint
-- Whose customer is asked for another account, as the money came back.
update payout_attempts a set returned = a.returned || jsonb_build_object('asksCustomer', t.stage = 'details_needed')
from payouts p join orders t on t.id = p.order_id
where p.id = a.payout_id and p.kind = 'order' and p.state = 'returned' and a.state = 'returned' and a.returned is not null
  and a.no = (select max(x.no) from payout_attempts x where x.payout_id = p.id);
--> statement-breakpoint
-- Refused orders keep the stage of the refund that is furthest from its end, which may be none any more.
update orders o set stage = r.stage, stage_version = o.stage_version + 1
from (select order_id, case when bool_or(state in ('due', 'approved')) then 'refund_due' when bool_or(state = 'sent') then 'refund_sent'
    when bool_or(state = 'confirmed') then 'refunded' else 'closed' end as stage
  from refunds where order_id is not null group by order_id) r
where o.id = r.order_id and o.status in ('rejected', 'failed') and o.stage <> r.stage;
