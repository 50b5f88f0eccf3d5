-- Where pages begin in a passage that runs over several (D985). Absent: it stands on one, or its file was read before this was noted.
alter table passages add column page_starts jsonb;

-- What has no second page need not be read again.
update files set cut = 4 where cut = 3 and coalesce(pages, 0) <= 1;
