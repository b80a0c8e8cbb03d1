-- docker-compose.yml runs this once, when the volume of its database is created: one role owns and migrates the tables, the
-- other serves requests and cannot change what is append only. Each migration grants it what it needs.
\getenv owner_password DATABASE_OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
create role landfall_owner login password :'owner_password';
create role landfall_app login password :'password';
alter database :"DBNAME" owner to landfall_owner;
