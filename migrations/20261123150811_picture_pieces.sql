-- The quarters of the three tallest pieces of text in a picture, each with its position: copies have one in common.
create function picture_keys(pieces bigint[]) returns integer[] language sql immutable as $$
  select array(select (band << 16) + ((hash >> (band * 16)) & 65535)::integer
    from unnest(pieces[1:3]) hash, generate_series(0, 3) band)
$$;
--> statement-breakpoint
-- The share of the pieces of the picture with fewer that the other has too: nine of 64 bits may differ, two in a photo's one hash.
create function pieces_shared(first bigint[], second bigint[]) returns double precision language sql immutable as $$
  select avg(exists (select from unnest(longer) other
    where bit_count((piece # other)::bit(64)) <= case when cardinality(shorter) = 1 then 2 else 9 end)::integer)::double precision
  from (select case when is_first then first else second end as shorter, case when is_first then second else first end as longer
    from (select cardinality(first) <= cardinality(second) as is_first) lengths) pair, unnest(shorter) piece
$$;
--> statement-breakpoint
DROP INDEX "files_picture_bands";--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "picture_pieces" bigint[];--> statement-breakpoint
CREATE INDEX "files_picture_keys" ON "files" USING gin (picture_keys("picture_pieces")) WHERE "files"."purpose" = 'payment_proof' and "files"."picture_pieces" is not null;