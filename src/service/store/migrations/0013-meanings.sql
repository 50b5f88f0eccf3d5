-- What passages mean, by an embedding model: the signs of the vector, one bit a dimension (D353). Filled by jobs, and only where a model is configured.
create table meanings (
  passage_id bigint primary key references passages on delete cascade,
  file_id text not null,
  signs bit varying not null
);
create index meanings_file on meanings (file_id);

alter table files add column embedded_by text;

-- How the passages of a file were cut (D354). Absent: before this was noted.
alter table files add column cut integer;
