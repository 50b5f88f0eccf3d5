-- The organization and its sample catalogue.

create table organizations (
  id text primary key,
  name text not null,
  allowed_chat_domains text[] not null,
  sending_domain text,
  sending_domain_verified boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table catalogue (
  id text primary key,
  kind text not null check (kind in ('stt', 'tts', 'llm', 'voice')),
  name text not null,
  position integer not null
);

create table phone_numbers (
  id text primary key,
  lab_id integer not null unique,
  phone_number text not null unique
);

create table tools (
  id text primary key,
  slug text not null unique,
  name text not null,
  description text not null,
  speech text not null,
  structure jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tools_in_order on tools (created_at, id);

create table built_in_tools (
  slug text primary key,
  name text not null,
  position integer not null
);

-- The knowledge base. A file is PENDING from the upload target on, and is a record once `recorded_at` is set.

create table files (
  id text primary key,
  file_name text not null,
  kind text not null check (kind in ('pdf', 'markdown')),
  status text not null check (status in ('PENDING', 'UPLOADED', 'INGESTED', 'FAILED')),
  reason text,
  prompt text,
  size bigint,
  pages integer,
  requested_at timestamptz not null,
  uploaded_at timestamptz,
  recorded_at timestamptz,
  updated_at timestamptz not null
);
create index files_in_order on files (recorded_at desc, id) where recorded_at is not null;

create table ingestion_jobs (
  file_id text primary key references files on delete cascade,
  attempts integer not null default 0,
  running boolean not null default false,
  queued_at timestamptz not null
);
create index ingestion_jobs_waiting on ingestion_jobs (queued_at) where not running;

create table passages (
  id bigint generated always as identity primary key,
  file_id text not null references files on delete cascade,
  ordinal integer not null,
  page integer,
  heading jsonb not null,
  content text not null,
  search tsvector not null generated always as (
    setweight(jsonb_to_tsvector('english', heading, '["string"]'), 'A') || setweight(to_tsvector('english', content), 'B')
  ) stored,
  unique (file_id, ordinal)
);
create index passages_search on passages using gin (search);

create table collections (
  id text primary key,
  name text not null,
  description text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

-- No cascade from files: a file that a collection holds cannot be deleted (§4 rule 3).
create table collection_files (
  collection_id text not null references collections on delete cascade,
  file_id text not null references files,
  added_at timestamptz not null,
  primary key (collection_id, file_id)
);
create index collection_files_by_file on collection_files (file_id);

-- Agents and what goes out through them.

create table agents (
  id text primary key,
  lab_id integer not null unique generated always as identity (start with 1001),
  name text not null,
  description text not null,
  agent_type text not null check (agent_type in ('CALL', 'TEXT')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table versions (
  id text primary key,
  agent_id text not null references agents on delete cascade,
  version integer not null,
  deployed boolean not null default false,
  prompt jsonb not null,
  use_knowledge_base boolean not null,
  voicemail_message text,
  override_stt_config jsonb,
  stt_config_id text not null references catalogue,
  tts_config_id text not null references catalogue,
  llm_config_id text not null references catalogue,
  voice_id text not null references catalogue,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (agent_id, version)
);
-- At most one version of an agent handles live traffic.
create unique index versions_deployed on versions (agent_id) where deployed;

create table version_collections (
  version_id text not null references versions on delete cascade,
  collection_id text not null references collections,
  position integer not null,
  primary key (version_id, collection_id)
);
create index version_collections_by_collection on version_collections (collection_id);

create table calls (
  id text primary key,
  agent_id text not null references agents,
  version_id text not null references versions,
  outbound_phone_number_id text not null references phone_numbers,
  from_phone_number text not null,
  to_phone_number text not null,
  lead_id text,
  first_name text,
  variables jsonb not null,
  metadata jsonb not null,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index calls_in_order on calls (created_at desc, id);

create table threads (
  id text primary key,
  channel text not null check (channel in ('SMS', 'EMAIL', 'CHAT')),
  agent_id text not null references agents,
  version_id text not null references versions,
  from_phone_number_id text references phone_numbers,
  from_address text,
  to_address text,
  subject text,
  lead_id text,
  origin text,
  variables jsonb not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index threads_in_order on threads (created_at desc, id);

create table messages (
  id text primary key,
  thread_id text not null references threads on delete cascade,
  direction text not null check (direction in ('INBOUND', 'OUTBOUND')),
  body text not null,
  status text not null,
  created_at timestamptz not null
);
create index messages_in_order on messages (thread_id, created_at, id);

-- Tokens themselves are never stored.
create table chat_tokens (
  token_hash text primary key,
  thread_id text not null references threads on delete cascade,
  expires_at timestamptz not null
);

-- The testing lab, whose ids are integers (§2).

create table scenarios (
  id integer generated always as identity primary key,
  agent_id text not null references agents on delete cascade,
  kind text not null,
  name text not null,
  instructions text not null,
  first_message text not null,
  expected_outcome text not null,
  inbound_phone_number integer,
  tags text[] not null,
  created_at timestamptz not null
);
create index scenarios_by_agent on scenarios (agent_id, id);

create table runs (
  id integer generated always as identity primary key,
  agent_id text not null references agents on delete cascade,
  version_id text not null references versions on delete cascade,
  name text not null,
  status text not null check (status in ('pending', 'running', 'completed', 'failed')),
  frequency integer not null,
  outbound_phone_number text,
  tags text[] not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index runs_unfinished on runs (id) where status in ('pending', 'running');

create table run_results (
  id integer generated always as identity primary key,
  run_id integer not null references runs on delete cascade,
  scenario_id integer not null references scenarios on delete cascade,
  number integer not null,
  status text not null check (status in ('pending', 'running', 'completed', 'failed')),
  success boolean,
  explanation text,
  transcript jsonb not null,
  unique (run_id, scenario_id, number)
);
