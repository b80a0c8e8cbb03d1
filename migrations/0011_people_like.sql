-- People whose e-mail address or name holds a pattern in lower case, through the trigram index whatever the planner guesses:
-- a common pattern would else be looked for from the front of the table, and a common one that few have never ends.
create function people_like(pattern text, most integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select id from users where lower(coalesce(email, '') || ' ' || first_name || ' ' || last_name) like pattern limit most
$$;
