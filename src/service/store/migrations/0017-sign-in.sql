-- Who is signed in at the console, and what was done there (D450, D453).
create table team_sessions (
  digest text primary key,
  name text not null,
  role text not null,
  sign_in text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null
);
create index team_sessions_started on team_sessions (started_at);

create table team_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  person text not null,
  role text,
  session text,
  address text not null,
  operation text not null,
  ids jsonb not null,
  status integer,
  duration integer
);
create index team_audit_at on team_audit (at);
create index team_audit_person on team_audit (person, id);
create index team_audit_operation on team_audit (operation, id);
