-- What a store is, what it shares among the processes on it, and bytes that live in it (D226 to D231).

-- Which store this is: a directory of bytes says which one it belongs to.
create table store (
  one boolean primary key default true check (one),
  id text not null
);

-- API key, access token and the key that signs addresses: the same for every process.
create table secrets (
  name text primary key,
  value text not null
);

-- Bytes of deleted files, until they are removed.
create table removed_blobs (
  id text primary key,
  removed_at timestamptz not null
);
create index removed_blobs_in_order on removed_blobs (removed_at);

-- Uploaded bytes, where the store is a PostgreSQL server. What is being uploaded has no id yet.
create table blobs (
  key bigint generated always as identity primary key,
  id text unique,
  size bigint not null default 0,
  staged_at timestamptz not null default now(),
  kept_at timestamptz
);
create index blobs_staged on blobs (staged_at) where id is null;
create table blob_chunks (
  blob bigint not null references blobs (key) on delete cascade,
  ordinal integer not null,
  bytes bytea not null,
  primary key (blob, ordinal)
);
-- PDFs are compressed already.
alter table blob_chunks alter column bytes set storage external;

-- How many requests may still come right now. Lost in a crash, and then full again.
create unlogged table request_allowance (
  one boolean primary key default true check (one),
  requests double precision not null,
  counted_at timestamptz not null
);
