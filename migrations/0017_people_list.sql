CREATE INDEX "users_list_created" ON "users" USING btree ("status","kyc_status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_list_name" ON "users" USING btree ("status","kyc_status",lower("first_name" || ' ' || "last_name"),"id");--> statement-breakpoint
CREATE INDEX "users_list_email" ON "users" USING btree ("status","kyc_status","email","id");--> statement-breakpoint
-- As people_like, for words too short for it: people of whom a word begins with the text, or who are known by it first.
create function people_beginning(first text, further text, most integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select id from users where lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like first
    or lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like further limit most
$$;
