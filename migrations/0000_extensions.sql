-- Trigram indexes let the administrator search names and references without reading whole tables.
create extension if not exists pg_trgm;
