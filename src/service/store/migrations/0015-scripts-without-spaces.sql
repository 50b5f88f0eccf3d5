-- Chinese, Japanese, Korean, Thai and the like are found by every two or three characters in a row (D400).

-- The same as `spaced` in search/unspaced.ts. A run ends with shorter pieces, so that its last characters are found as beginnings.
create function spaced(written text) returns text language plpgsql immutable parallel safe as $$
declare
  unspaced constant text := '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3\u3005-\u3007\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003134f';
begin
  if written ~ '[\uff01-\uffef\u1100-\u11ff\u2e80-\u2fdf\u3099\u309a]' then
    written := normalize(written, NFKC);
  end if;
  if written !~ ('[' || unspaced || ']') then
    return written;
  end if;
  return (
    select string_agg(coalesce(' ' || pieces || ' ', run[2]), '' order by place)
    from regexp_matches(written, '([' || unspaced || ']+)|([^' || unspaced || ']+)', 'g') with ordinality as each (run, place),
      lateral (
        select string_agg(substr(run[1], start, case when run[1] ~ '^[\u0e01-\u17d3]' then 3 else 2 end), ' ' order by start) as pieces
        from generate_series(1, length(run[1])) as start
      ) as cut
  );
end $$;

-- What is stored stays as it is, because computing it anew would read and write every passage.
alter table passages alter column search drop expression if exists;
create function find_passage_by() returns trigger language plpgsql as $$
begin
  new.search := setweight(jsonb_to_tsvector(dictionary(new.language),
      (select coalesce(jsonb_agg(spaced(each)), '[]') from jsonb_array_elements_text(new.heading) as each), '["string"]'), 'A')
    || setweight(to_tsvector(dictionary(new.language), spaced(new.content)), 'B');
  return new;
end $$;
create trigger find_passage_by before insert or update of heading, content, language on passages
  for each row execute function find_passage_by();

-- Files in other scripts need not be read again.
update files set cut = 3 where cut = 2 and not exists (
  select from words where word ~ '[\u0e01-\u0ecd\u1000-\u103f\u1780-\u17d3\u3005-\u3007\u3041-\u31ff\u3400-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff01-\uffef\U00020000-\U0003134f]'
);
