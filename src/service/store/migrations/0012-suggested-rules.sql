-- What a version that failed a scenario could add to its prompt (D371).
alter table run_results add column suggested_rule text;
