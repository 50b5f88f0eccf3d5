-- Threads end, and messages have an order and a course of their own (D267). What was stored before was never sent.
alter table threads add column closed_at timestamptz;
alter table threads add column closed_reason text;

alter table messages add column number bigint generated always as identity;
alter table messages add column sends_at timestamptz;
alter table messages add column sent_at timestamptz;
alter table messages add column ends_at timestamptz;
alter table messages add column end_status text;
update messages set sends_at = created_at, sent_at = created_at, ends_at = created_at, end_status = 'FAILED';
alter table messages alter column sends_at set not null;
alter table messages alter column sent_at set not null;
alter table messages alter column ends_at set not null;
alter table messages alter column end_status set not null;
alter table messages drop column status;
drop index messages_in_order;
create unique index messages_in_order on messages (thread_id, number);

create index threads_by_agent on threads (agent_id, created_at desc, id);
create index threads_by_address on threads (to_address, created_at desc, id);
create index calls_by_number on calls (to_phone_number, created_at desc, id);
create index agents_in_order on agents (created_at desc, id);
