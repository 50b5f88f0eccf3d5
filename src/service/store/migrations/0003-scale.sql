-- A million passages.

-- A passage with its words is some 2 to 4 kB. Kept in one piece it is one page to read where it was four. Holds for what is written from now on.
alter table passages set (toast_tuple_target = 4080);

-- In which languages there is something to find.
create index files_languages on files (language) where status = 'INGESTED';

-- Words of deleted files are looked for and forgotten when nobody deletes any more. There is a row while that is to be done: the last word that was looked at.
create table word_sweep (
  id boolean primary key default true check (id),
  word text collate "C" not null
);
