-- "returns/policy" and "/guides/returns.md" are one word each to the database. Their parts are found, too (D896).

-- The parts of what has a slash before a word; neither of a tag nor of an address without a path.
create function path_parts(written text) returns text language plpgsql immutable parallel safe as $$
begin
  if written not like '%/%' or written !~ '(^|[^<:/])/[^/>\s]' then
    return '';
  end if;
  return (
    select coalesce(string_agg(translate(run, '/.:?&=#@', '        '), ' '), '')
    from regexp_split_to_table(written, '\s+') as run
    where run ~ '(^|[^<:/])/[^/>]'
  );
end $$;

create or replace function find_passage_by() returns trigger language plpgsql as $$
declare
  plain constant text := spaced(new.content);
  parts constant text := path_parts(plain);
begin
  new.search := setweight(jsonb_to_tsvector(dictionary(new.language),
      (select coalesce(jsonb_agg(spaced(each) || ' ' || path_parts(spaced(each))), '[]') from jsonb_array_elements_text(new.heading) as each), '["string"]'), 'A')
    || setweight(to_tsvector(dictionary(new.language), plain), 'B');
  if parts <> '' then
    new.search := new.search || setweight(to_tsvector(dictionary(new.language), parts), 'B');
  end if;
  return new;
end $$;

-- Only what has such parts is written anew.
update passages set content = content where path_parts(content) <> '' or path_parts(heading::text) <> '';
