-- A call is played turn by turn, so its end is not known when it begins (D320).
alter table calls
  add column outbound boolean not null default true,
  add column plan jsonb,
  alter column ends_at drop not null,
  alter column end_status drop not null,
  alter column ended_reason drop not null,
  alter column ended_by drop not null;

create table call_turns (
  call_id text not null references calls on delete cascade,
  number integer not null,
  who text not null check (who in ('agent', 'customer')),
  said text not null,
  grounds jsonb,
  said_at timestamptz not null,
  primary key (call_id, number)
);

-- What an answer rests on (D323).
alter table messages add column grounds jsonb;

-- Numbers that agents answer (D322).
alter table phone_numbers add column agent_id text references agents;
create index phone_numbers_by_agent on phone_numbers (agent_id);
