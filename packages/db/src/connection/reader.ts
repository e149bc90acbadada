import type { Sql } from "./client.ts";

type Work<T> = (sql: Sql) => PromiseLike<T>;

/** A statement that is sent once somebody waits for it, as postgres.js has it. */
class Reading<T> implements PromiseLike<T> {
  readonly build: Work<T>;
  readonly #read: (work: Work<T>) => Promise<T>;
  #result: Promise<T> | undefined;

  constructor(build: Work<T>, read: (work: Work<T>) => Promise<T>) {
    this.build = build;
    this.#read = read;
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands where a lazy promise of the driver does
  then<A = T, B = never>(
    onResult?: ((value: T) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#result ??= this.#read(this.build);
    return this.#result.then(onResult, onError);
  }

  catch<B>(onError: (reason: unknown) => B | PromiseLike<B>): Promise<T | B> {
    return this.then(null, onError);
  }

  /** Rows as arrays: Drizzle's way. */
  values(): Reading<T> {
    return new Reading((sql) => (this.build(sql) as unknown as { values: () => PromiseLike<T> }).values(), this.#read);
  }
}

/**
 * A client whose statements and transactions are each given to `read`, which decides where they are sent, and may send
 * them twice.
 *
 * @param client gives what is no statement: options, and how names and lists are spelled
 */
export function createReader(client: Sql, read: <T>(work: Work<T>) => Promise<T>): Sql {
  const statement = (work: Work<unknown>) => new Reading(work, read);
  return new Proxy(client, {
    apply(_, self, args: unknown[]) {
      const isStatement = Array.isArray(args[0]) && "raw" in args[0];
      if (!isStatement) return Reflect.apply(client, self, args);
      return statement((sql) => {
        // One statement may be a part of another.
        const parts = args.map((part) => (part instanceof Reading ? part.build(sql) : part));
        return Reflect.apply(sql, sql, parts);
      });
    },
    get(_, name, receiver) {
      if (name === "unsafe") return (...args: Parameters<Sql["unsafe"]>) => statement((sql) => sql.unsafe(...args));
      if (name === "begin") {
        return (...args: unknown[]) =>
          read((sql) => Reflect.apply(sql.begin as (...all: unknown[]) => PromiseLike<unknown>, sql, args));
      }
      return Reflect.get(client, name, receiver);
    },
  });
}
