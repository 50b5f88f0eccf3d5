-- How a call goes is settled when it is placed, and told as the clock gets there (D134).
alter table calls
  add column starts_at timestamptz,
  add column answered_at timestamptz,
  add column ends_at timestamptz,
  add column end_status text check (end_status in ('COMPLETED', 'FAILED')),
  add column ended_reason text,
  add column ended_by text check (ended_by in ('AGENT', 'CUSTOMER', 'SYSTEM')),
  add column transcript text,
  add column summary text;
-- Calls of before were kept and never placed.
update calls set starts_at = created_at, ends_at = created_at, end_status = 'FAILED', ended_reason = 'COULD_NOT_CONNECT',
  ended_by = 'SYSTEM', summary = 'This call was kept by an earlier version of the service, which placed none.';
alter table calls
  alter column starts_at set not null,
  alter column ends_at set not null,
  alter column end_status set not null,
  alter column ended_reason set not null,
  alter column ended_by set not null,
  drop column status;
create index calls_by_agent on calls (agent_id, created_at desc, id);

-- What versions have beyond the creation request (D130).
alter table versions
  add column override_tts_config jsonb,
  add column override_llm_config jsonb,
  add column first_message text;
