/** SQLSTATE of a unique violation. */
const uniqueViolation = "23505";
/** SQLSTATE of a foreign key violation. */
const referenceViolation = "23503";

/** The name of the violated unique index or constraint; undefined for any other error. */
export function violatedUnique(error: unknown): string | undefined {
  return violatedConstraint(error, uniqueViolation);
}

/** The name of the violated foreign key; undefined for any other error. */
export function violatedReference(error: unknown): string | undefined {
  return violatedConstraint(error, referenceViolation);
}

function violatedConstraint(error: unknown, code: string): string | undefined {
  // Drizzle and tRPC wrap the driver's error.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === code && "constraint_name" in cause) {
      return String(cause.constraint_name);
    }
  }
  return undefined;
}

const attemptsMax = 5;

/** Every random value already existed, several times in a row. */
export class GenerationFailed extends Error {
  override readonly name = "GenerationFailed";
  /** The unique index that rejected the values. */
  readonly index: string;

  constructor(index: string, cause: unknown) {
    super(`no unique value for ${index}`, { cause });
    this.index = index;
  }
}

/**
 * Inserts a row with a random unique value, and tries again if the value already exists.
 *
 * @param index name of the unique index of the value
 * @param insert creates the value and inserts the row; inside a transaction it needs its own savepoint
 * @throws GenerationFailed
 */
export async function insertUnique<T>(index: string, insert: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await insert();
    } catch (error) {
      if (violatedUnique(error) !== index) throw error;
      if (attempt === attemptsMax) throw new GenerationFailed(index, error);
    }
  }
}
