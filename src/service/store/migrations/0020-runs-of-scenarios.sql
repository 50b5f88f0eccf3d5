-- In which runs a scenario was played, for the list of scenarios, and what goes with one that is deleted.
create index run_results_scenario on run_results (scenario_id, run_id);
