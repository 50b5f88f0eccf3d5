-- One table for all work behind the requests, with leases, so that several processes can share it (D232).

create table jobs (
  id bigint generated always as identity primary key,
  queue text not null,
  key text not null,
  lane integer not null default 0,
  attempts integer not null default 0,
  queued_at timestamptz not null default now(),
  start_after timestamptz not null default now(),
  lease text,
  leased_until timestamptz,
  unique (queue, key),
  check ((lease is null) = (leased_until is null))
);
create index jobs_waiting on jobs (queue, lane, start_after, id) where lease is null;
create index jobs_leased on jobs (leased_until) where lease is not null;

insert into jobs (queue, key, attempts, queued_at)
select 'ingestion', file_id, attempts, queued_at from ingestion_jobs order by queued_at, file_id;
drop table ingestion_jobs;

insert into jobs (queue, key, queued_at)
select 'run', id::text, created_at from runs where status in ('pending', 'running') order by id;
drop index runs_unfinished;

insert into jobs (queue, key) select 'sweep', 'words' from word_sweep;
-- Languages in which passages are being written, for the sweep: few, but looked up often.
create index files_being_written on files (language) where status = 'UPLOADED';
