ALTER TABLE "approvals" ADD COLUMN "void_reason" text;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD COLUMN "author_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_messages" ADD CONSTRAINT "chat_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_rooms" ADD CONSTRAINT "chat_rooms_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_rooms_by_assignee" ON "chat_rooms" USING btree ("assignee_id",("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."assignee_id" is not null;--> statement-breakpoint
CREATE INDEX "chat_rooms_unassigned" ON "chat_rooms" USING btree (("closed_at" is not null),"waiting_since","last_activity" DESC NULLS LAST,"id") WHERE "chat_rooms"."last_seq" > 0 and "chat_rooms"."assignee_id" is null;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_void_reason" CHECK ("approvals"."void_reason" in ('asked_again', 'withdrawn', 'changed', 'erased', 'asker_left', 'asker_role'));
--> statement-breakpoint
create or replace function keep_approval() returns trigger language plpgsql as $$
begin
  if (new.id, new.kind, new.subject_id, new.facts_hash, new.asked_by, new.asked_at, new.expires_at)
     is distinct from (old.id, old.kind, old.subject_id, old.facts_hash, old.asked_by, old.asked_at, old.expires_at) then
    raise exception 'what was asked of a second member cannot be changed' using errcode = 'restrict_violation';
  end if;
  if old.state <> 'open'
     and (new.state, new.decided_by, new.decided_at, new.void_reason)
       is distinct from (old.state, old.decided_by, old.decided_at, old.void_reason) then
    raise exception 'a decided request cannot be decided again' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
