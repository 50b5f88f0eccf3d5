-- The version before 0021 counts all requests in one row, which it finds by `one`. While both versions run, that row is a share of its own (D1039).
alter table request_allowance
  alter column share set default 'all',
  add column one boolean generated always as (case when share = 'all' then true end) stored unique;
