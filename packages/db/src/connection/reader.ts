import type { Sql } from "./client.ts";

type Work<T> = (sql: Sql) => PromiseLike<T>;

/** A statement that is sent when the caller awaits it, like a statement of postgres.js. */
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

  /** Returns rows as arrays, as Drizzle needs them. */
  values(): Reading<T> {
    return new Reading((sql) => (this.build(sql) as unknown as { values: () => PromiseLike<T> }).values(), this.#read);
  }
}

/**
 * A client that passes each statement and transaction to `read`, which decides where to send it and may send it twice.
 *
 * @param client provides everything but statements: options, and the escaping of names and lists
 */
export function createReader(client: Sql, read: <T>(work: Work<T>) => Promise<T>): Sql {
  const statement = (work: Work<unknown>) => new Reading(work, read);
  return new Proxy(client, {
    apply(_, self, args: unknown[]) {
      const isStatement = Array.isArray(args[0]) && "raw" in args[0];
      if (!isStatement) return Reflect.apply(client, self, args);
      return statement((sql) => {
        // One statement may contain another as a fragment.
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
