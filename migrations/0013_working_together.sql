CREATE TABLE "note_versions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "note_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"note_id" uuid NOT NULL,
	"text" text NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid,
	"user_id" uuid,
	"room_id" text,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"mentions" uuid[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"written_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notes_subject" CHECK (num_nonnulls("notes"."order_id", "notes"."user_id", "notes"."room_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "order_tags" (
	"tag" text NOT NULL,
	"status" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"order_id" uuid NOT NULL,
	CONSTRAINT "order_tags_tag_status_type_created_at_order_id_pk" PRIMARY KEY("tag","status","type","created_at","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_views" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"process_id" uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "note_versions" ADD CONSTRAINT "note_versions_note_id_notes_id_fk" FOREIGN KEY ("note_id") REFERENCES "public"."notes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_tags" ADD CONSTRAINT "order_tags_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_views" ADD CONSTRAINT "order_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_versions_of" ON "note_versions" USING btree ("note_id","id");--> statement-breakpoint
CREATE INDEX "notes_of_order" ON "notes" USING btree ("order_id","created_at") WHERE "notes"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_user" ON "notes" USING btree ("user_id","created_at") WHERE "notes"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_of_room" ON "notes" USING btree ("room_id","created_at") WHERE "notes"."room_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_search" ON "notes" USING gin (lower("text") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "order_tags_of" ON "order_tags" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_views_of" ON "order_views" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_views_process" ON "order_views" USING btree ("process_id");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "users_by_assignee" ON "users" USING btree ("assignee_id","id") WHERE "users"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "users_by_tag" ON "users" USING gin ("tags");--> statement-breakpoint
CREATE INDEX "orders_by_assignee" ON "orders" USING btree ("assignee_id","status","type","created_at","id") WHERE "orders"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_unassigned" ON "orders" USING btree ("status","type","created_at","id") WHERE "orders"."assignee_id" is null;--> statement-breakpoint
CREATE INDEX "orders_to_take" ON "orders" USING btree ("created_at","id") WHERE "orders"."status" in ('pending', 'processing') and "orders"."assignee_id" is null;
--> statement-breakpoint
-- These two keys point at tables of features that stand below, so the table file cannot name them.
alter table notes add constraint notes_order foreign key (order_id) references orders (id);
--> statement-breakpoint
alter table notes add constraint notes_room foreign key (room_id) references chat_rooms (id) on delete cascade;
--> statement-breakpoint
-- order_tags follows the tags and the status of its order, so that a tag is read in the order of the lists.
create function index_order_tags() returns trigger language plpgsql as $$
begin
  delete from order_tags where order_id = new.id;
  insert into order_tags (tag, status, type, created_at, order_id)
  select distinct tag, new.status, new.type, new.created_at, new.id from unnest(new.tags) tag;
  return null;
end $$;
--> statement-breakpoint
create trigger orders_index_tags after update of status, tags on orders for each row
  when (new.tags <> '{}' or old.tags <> '{}') execute function index_order_tags();
