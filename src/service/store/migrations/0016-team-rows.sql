-- What the people of a console recorded together (D470), and who works on what (D473).

-- How often a kind of rows changed, for each service. Whoever writes holds its row until the end, so that numbers are seen in their order.
create table team_changes (
  service text not null,
  store text not null,
  number bigint not null,
  removed bigint not null default 0,
  primary key (service, store)
);

create table team_rows (
  service text not null,
  store text not null,
  key text not null,
  operation text,
  part_of text,
  person text not null,
  changed bigint not null,
  content text not null,
  primary key (service, store, key)
);
create index team_rows_as_changed on team_rows (service, store, changed);
create index team_rows_by_operation on team_rows (service, operation, changed) where operation is not null;
create index team_rows_by_part on team_rows (service, store, part_of, changed) where part_of is not null;

create table team_leases (
  service text not null,
  name text not null,
  page text not null,
  person text not null,
  since timestamptz not null default now(),
  until timestamptz not null,
  primary key (service, name)
);
