import { globSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";

/** Debian installs some programs in folders that are not on every user's PATH. */
const places = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"];

/** PostgreSQL's major version; Daymark does not support older ones. */
const postgresMajorMin = 15;

/** The programs that an operator of several machines runs beside Daymark, each with its Debian package. */
const packages = { haproxy: "haproxy", pgbouncer: "pgbouncer", "redis-server": "redis-server" } as const;

export interface ClusterPrograms {
  haproxy: string;
  pgbouncer: string;
  redis: string;
  /** The folder with `postgres`, `initdb` and `pg_basebackup`. */
  postgres: string;
}

/** The paths of the programs, or the names of the missing Debian packages. The function installs nothing. */
export function findClusterPrograms(): ClusterPrograms | { missing: string[] } {
  const haproxy = findProgram("haproxy");
  const pgbouncer = findProgram("pgbouncer");
  const redis = findProgram("redis-server");
  const postgres = findPostgres();
  if (haproxy && pgbouncer && redis && postgres) return { haproxy, pgbouncer, redis, postgres };
  const found = { haproxy, pgbouncer, "redis-server": redis };
  const missing = Object.entries(packages).flatMap(([name, pkg]) => (found[name as keyof typeof found] ? [] : [pkg]));
  return { missing: postgres ? missing : [`postgresql-${postgresMajorMin}`, ...missing] };
}

/** The path of a program, if it is installed. */
export function findProgram(program: string): string | undefined {
  return places
    .map((place) => join(place, program))
    .find((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** The newest version that Debian has installed side by side, else the one on the PATH. */
function findPostgres(): string | undefined {
  const versions = globSync("/usr/lib/postgresql/*/bin/pg_basebackup").map((path) => ({
    directory: dirname(path),
    major: Number(path.split("/")[4]),
  }));
  const newest = versions.sort((a, b) => b.major - a.major)[0];
  if (newest && newest.major >= postgresMajorMin) return newest.directory;
  const program = findProgram("pg_basebackup");
  return program && dirname(program);
}
