-- Full-text search in the language of each file, and the words that a misspelled or unfinished one can have meant.

-- Immutable, as a cast from text is not, so that the index of words can be made with it.
create function dictionary(language text) returns regconfig language sql immutable as $$
  select case language
    when 'english' then 'pg_catalog.english'::regconfig
    when 'german' then 'pg_catalog.german'::regconfig
    when 'french' then 'pg_catalog.french'::regconfig
    when 'spanish' then 'pg_catalog.spanish'::regconfig
    when 'italian' then 'pg_catalog.italian'::regconfig
    when 'dutch' then 'pg_catalog.dutch'::regconfig
    when 'portuguese' then 'pg_catalog.portuguese'::regconfig
    else 'pg_catalog.simple'::regconfig
  end
$$;

-- What is there already was read as English, and stays so until it is uploaded again.
alter table files add column language text;
update files set language = 'english' where status = 'INGESTED';

alter table passages add column language text not null default 'english';
alter table passages alter column language drop default;
alter table passages drop column search;
alter table passages add column search tsvector not null generated always as (
  setweight(jsonb_to_tsvector(dictionary(language), heading, '["string"]'), 'A') || setweight(to_tsvector(dictionary(language), content), 'B')
) stored;
create index passages_search on passages using gin (search);

-- Sorted by code points, so that a beginning is a range of it.
create table words (
  word text collate "C" primary key
);
insert into words
select distinct lower(word) from passages, regexp_split_to_table(content || ' ' || heading::text, '[^[:alnum:]]+') as word
where length(word) between 2 and 40;
