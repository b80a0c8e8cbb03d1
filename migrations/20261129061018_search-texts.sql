DROP INDEX "users_search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "search_text" text;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD COLUMN "search_text" text;--> statement-breakpoint
CREATE INDEX "users_unfilled" ON "users" USING btree ("id") WHERE "users"."search_text" is null;--> statement-breakpoint
CREATE INDEX "payouts_unfilled" ON "payouts" USING btree ("id") WHERE "payouts"."search_text" is null;--> statement-breakpoint
CREATE INDEX "statement_lines_unfilled" ON "statement_lines" USING btree ("id") WHERE "statement_lines"."search_text" is null;--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
-- Letters of Europe in plain Latin ones: shared/kernel/latin.json, in both cases. One of Greek with an accent is looked up
-- without it; ου has a u. A test compares this with the code.
create function latin_letters(value text) returns text language sql immutable strict parallel safe as $$
  select coalesce(string_agg(
    coalesce(letters.written ->> sign, letters.written ->> left(normalize(sign, nfkd), 1), sign), '' order by at), '')
  from (select '{
    "ß":"ss","æ":"ae","œ":"oe","ø":"o","ł":"l","đ":"d","ð":"d","þ":"th","ħ":"h","ı":"i","ŋ":"n","ŧ":"t","ĸ":"k","ſ":"s",
    "ə":"e","ƒ":"f","ɓ":"b","ɗ":"d","ƙ":"k","ƴ":"y","ɛ":"e","ɔ":"o","ɖ":"d","ɣ":"g","ɩ":"i","ʋ":"v","ɲ":"n","ʔ":"''",
    "ʼ":"''","’":"''","‘":"''","ʻ":"''","ʿ":"''","ʾ":"''","–":"-","—":"-","‐":"-","‑":"-","−":"-","„":"","“":"","”":"","«":"",
    "»":"","α":"a","β":"v","γ":"g","δ":"d","ε":"e","ζ":"z","η":"i","θ":"th","ι":"i","κ":"k","λ":"l","μ":"m","ν":"n",
    "ξ":"x","ο":"o","π":"p","ρ":"r","σ":"s","ς":"s","τ":"t","υ":"y","φ":"f","χ":"ch","ψ":"ps","ω":"o","а":"a","б":"b",
    "в":"v","г":"g","д":"d","е":"e","ж":"zh","з":"z","и":"i","й":"y","к":"k","л":"l","м":"m","н":"n","о":"o","п":"p",
    "р":"r","с":"s","т":"t","у":"u","ф":"f","х":"kh","ц":"ts","ч":"ch","ш":"sh","щ":"shch","ъ":"","ы":"y","ь":"",
    "э":"e","ю":"yu","я":"ya","ё":"e","є":"ye","і":"i","ї":"i","ґ":"g","ў":"u","ђ":"dj","ј":"j","љ":"lj","њ":"nj",
    "ћ":"c","џ":"dz","ѓ":"g","ќ":"k","ѕ":"dz","ә":"a","ғ":"g","қ":"k","ң":"n","ө":"o","ұ":"u","ү":"u","һ":"h","Æ":"ae",
    "Ð":"d","Ø":"o","Þ":"th","Đ":"d","Ħ":"h","Ł":"l","Ŋ":"n","Œ":"oe","Ŧ":"t","Ɓ":"b","Ɔ":"o","Ɖ":"d","Ɗ":"d","Ə":"e",
    "Ɛ":"e","Ƒ":"f","Ɣ":"g","Ɩ":"i","Ƙ":"k","Ɲ":"n","Ʋ":"v","Ƴ":"y","Α":"a","Β":"v","Γ":"g","Δ":"d","Ε":"e","Ζ":"z",
    "Η":"i","Θ":"th","Ι":"i","Κ":"k","Λ":"l","Μ":"m","Ν":"n","Ξ":"x","Ο":"o","Π":"p","Ρ":"r","Σ":"s","Τ":"t","Υ":"y",
    "Φ":"f","Χ":"ch","Ψ":"ps","Ω":"o","ϴ":"th","Ё":"e","Ђ":"dj","Ѓ":"g","Є":"ye","Ѕ":"dz","І":"i","Ї":"i","Ј":"j",
    "Љ":"lj","Њ":"nj","Ћ":"c","Ќ":"k","Ў":"u","Џ":"dz","А":"a","Б":"b","В":"v","Г":"g","Д":"d","Е":"e","Ж":"zh","З":"z",
    "И":"i","Й":"y","К":"k","Л":"l","М":"m","Н":"n","О":"o","П":"p","Р":"r","С":"s","Т":"t","У":"u","Ф":"f","Х":"kh",
    "Ц":"ts","Ч":"ch","Ш":"sh","Щ":"shch","Ъ":"","Ы":"y","Ь":"","Э":"e","Ю":"yu","Я":"ya","Ґ":"g","Ғ":"g","Қ":"k",
    "Ң":"n","Ү":"u","Ұ":"u","Һ":"h","Ә":"a","Ө":"o","ẞ":"ss","Ω":"o"
  }'::jsonb as written) letters, regexp_split_to_table(
    regexp_replace(regexp_replace(normalize(value, nfkc), '(?<=[οΟ])[υύ]', 'u', 'g'), '(?<=[οΟ])[ΥΎ]', 'U', 'g'), '') with ordinality signs (sign, at)
$$;
--> statement-breakpoint
-- Text as it is searched for: in plain Latin letters, without accents and points, in lower case, with single blanks.
-- Empty text is not read letter by letter: most tables of banks name no other party, and have a hundred thousand lines.
create function searchable(value text) returns text language sql immutable strict parallel safe as $$
  select case when value ~ '^([!-~]+( [!-~]+)*)?$' then lower(value) else
    lower(normalize(btrim(regexp_replace(regexp_replace(normalize(latin_letters(value), nfkd),
      '[\u0300-\u036f\u0485-\u0486\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u064b-\u0655\u0670\u0951-\u0954\u1ab0-\u1add\u1ae0-\u1aeb\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8-\u1cf9\u1dc0-\u1dff\u20d0-\u20f0\u302a-\u302d\u3099-\u309a\ufb1e\ufe00-\ufe0f\ufe20-\ufe2d\U000101fd\U000102e0\U0001133b\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d167-\U0001d169\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U000e0100-\U000e01ef]', '', 'g'),
      '\s+', ' ', 'g')), nfc)) end
$$;
--> statement-breakpoint
create function search_text_of(named users) returns text language sql stable as $$
  select case when named.status = 'deleted' then ''
    else ' ' || searchable(coalesce(named.email, '')) || ' '
      || searchable(concat_ws(' ', named.first_name, named.middle_name, named.last_name)) end
$$;
--> statement-breakpoint
create function search_text_of(payout payouts) returns text language sql stable as $$
  select coalesce(' ' || searchable(payout.details ->> 'accountName'), '')
$$;
--> statement-breakpoint
create function search_text_of(line statement_lines) returns text language sql stable as $$
  select coalesce(' ' || searchable(line.counterparty_name), '')
$$;
--> statement-breakpoint
-- Whoever writes a row, it is searched by what stands in it; what was erased is gone from here too.
create function write_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := search_text_of(new);
  return new;
end $$;
--> statement-breakpoint
create trigger users_write_search_text before insert or update of status, email, first_name, middle_name, last_name
  on users for each row execute function write_search_text();
--> statement-breakpoint
create trigger payouts_write_search_text before insert or update of details
  on payouts for each row execute function write_search_text();
--> statement-breakpoint
create trigger statement_lines_write_search_text before insert or update of counterparty_name
  on statement_lines for each row execute function write_search_text();
--> statement-breakpoint
-- Users whose search text fits all patterns, of which the first is the longest: through the trigram index whatever the planner
-- guesses. It would look for a common pattern from the front of the table, and for a common one that few have it would never end.
-- A process of the version before still calls users_containing and users_starting_with while it is replaced.
create function users_named(patterns text[], most integer) returns setof uuid
language sql stable set enable_seqscan = off as $$
  select id from users where search_text like patterns[1] and search_text like all(patterns) limit most
$$;
