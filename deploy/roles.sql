-- docker-compose.yml runs this once, when the volume of its database is created: one role owns and migrates the tables, the
-- other serves requests and cannot change what is append only. Each start grants it what it needs.
\getenv password POSTGRES_PASSWORD
create role landfall_owner login password :'password';
create role landfall_app login password :'password';
alter database :"DBNAME" owner to landfall_owner;
