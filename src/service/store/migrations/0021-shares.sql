-- Operators and strangers each have an allowance. It is full again in a second, so nothing is copied.
drop table request_allowance;
create unlogged table request_allowance (
  share text primary key,
  requests double precision not null,
  counted_at timestamptz not null
);
