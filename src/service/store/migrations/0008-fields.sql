-- What versions, calls and threads can carry beyond the document (D240, D241).
alter table versions add column settings jsonb not null default '{}';
alter table calls add column details jsonb not null default '{}';
alter table threads add column metadata jsonb not null default '{}';
