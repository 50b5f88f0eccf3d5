-- Conversations as they were played and judged, and scenarios that can be written and changed.

alter table scenarios add column generated_by text not null default 'rules';
alter table scenarios alter column generated_by drop default;
alter table scenarios add column updated_at timestamptz;
update scenarios set updated_at = created_at;
alter table scenarios alter column updated_at set not null;

alter table runs add column reason text;
alter table runs add column ended_at timestamptz;
update runs set ended_at = updated_at where status in ('completed', 'failed');

alter table run_results add column scenario jsonb;
update run_results set scenario = jsonb_build_object(
  'kind', kind, 'name', name, 'instructions', instructions, 'firstMessage', first_message, 'expectedOutcome', expected_outcome
) from scenarios where scenarios.id = scenario_id;
alter table run_results alter column scenario set not null;
alter table run_results add column verdict text check (verdict in ('passed', 'failed', 'unclear'));
update run_results set verdict = case when success then 'passed' else 'failed' end where success is not null;
alter table run_results drop column success;
alter table run_results add column judged_by text;
alter table run_results add column attempts integer not null default 0;
alter table run_results add column started_at timestamptz;
alter table run_results add column ended_at timestamptz;
