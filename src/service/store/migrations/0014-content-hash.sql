-- By which the console recognizes what is here already (D380). What was uploaded before has none.
alter table files add column content_hash text;
