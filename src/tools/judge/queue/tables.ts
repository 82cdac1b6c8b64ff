/**
 * The queue's own tables, beside those of pg-boss, as numbered migrations. A release appends migrations and never changes one that was
 * released. They only add, so that workers of the release before go on during an upgrade.
 */

/** 1: release 0.2.0, which had no numbers; so it changes nothing where the tables are. */
const TABLES = `
create schema if not exists kernelwright;
create table if not exists kernelwright.queue (
  single boolean primary key default true check (single),
  protocol int not null,
  release text not null
);
create table if not exists kernelwright.question (
  id text primary key,
  task text not null,
  label text not null,
  owner text not null,
  job text not null,
  asked timestamptz not null default now(),
  lease text,
  worker text,
  begun timestamptz,
  tries int not null default 0,
  losses int not null default 0,
  trouble text,
  reply text,
  again boolean not null default false,
  dead boolean not null default false,
  answered timestamptz
);
create index if not exists question_open on kernelwright.question (task) where reply is null;
create table if not exists kernelwright.worker (
  name text primary key,
  session text not null,
  host text not null,
  devices text not null,
  driver text,
  release text not null,
  protocol int not null,
  wraps text not null,
  draining boolean not null default false,
  started timestamptz not null default now(),
  seen timestamptz not null default now()
);
`;

/** 2: what a worker has answered, and a quick way to answers by age and to dead letters. */
const TALLIES = `
alter table kernelwright.worker add column answered bigint not null default 0, add column failed bigint not null default 0;
create index question_answered on kernelwright.question (answered) where answered is not null;
create index question_dead on kernelwright.question (asked) where dead;
`;

/**
 * 3: which hosts may answer a question, and whose turn it is. `share`: what divides the workers with others: a run, or a whole bench.
 * `urgency`: 0 where a person waits, 1 in a bench. `home`: the host that answers if it can. `answerer`: the device that answered.
 */
const TURNS = `
alter table kernelwright.question add column share text not null default '', add column urgency int not null default 0, add column target text,
  add column device text, add column home text, add column elsewhere text[] not null default '{}', add column answerer text;
alter table kernelwright.worker add column cpu text, add column gpu text;
create table kernelwright.turn (share text primary key, at timestamptz not null default now());
create table kernelwright.promise (task text primary key, worker text not null, until timestamptz not null);
`;

export const MIGRATIONS: readonly string[] = [TABLES, TALLIES, TURNS];

/** Seconds after which a silent worker counts as gone. */
export const GONE_SECONDS = 10;
