-- The same checks, with each row as JSON once instead of once for every column that it keeps.
create or replace function check_state_move() returns trigger language plpgsql as $$
declare
  made jsonb := to_jsonb(old);
  written jsonb := to_jsonb(new);
begin
  if new.state <> old.state and not tg_argv[0]::jsonb -> old.state ? new.state then
    raise exception '% cannot move from % to %', tg_table_name, old.state, new.state using errcode = 'restrict_violation';
  end if;
  if exists (select from unnest(tg_argv[1]::text[]) name where written -> name is distinct from made -> name) then
    raise exception 'a row of % keeps what it was made with', tg_table_name using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
