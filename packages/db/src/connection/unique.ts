/** SQLSTATE of a row that a unique index refuses. */
const uniqueViolation = "23505";
/** And of one that refers to what is not there. */
const referenceViolation = "23503";

/** The name of the unique index or constraint that refused a row, or undefined where that was not what went wrong. */
export function violatedUnique(error: unknown): string | undefined {
  return violatedConstraint(error, uniqueViolation);
}

/** The name of the foreign key that refused a row, or undefined where that was not what went wrong. */
export function violatedReference(error: unknown): string | undefined {
  return violatedConstraint(error, referenceViolation);
}

function violatedConstraint(error: unknown, code: string): string | undefined {
  // Drizzle and tRPC wrap what the driver threw.
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && cause.code === code && "constraint_name" in cause) {
      return String(cause.constraint_name);
    }
  }
  return undefined;
}

const attemptsMax = 5;

/** Whatever was made at random existed already, several times in a row. */
export class GenerationFailed extends Error {
  override readonly name = "GenerationFailed";
  /** The unique index that always had it already. */
  readonly index: string;

  constructor(index: string, cause: unknown) {
    super(`no unique value for ${index}`, { cause });
    this.index = index;
  }
}

/**
 * Inserts a row with something random that must be unique, and tries again where it is not.
 *
 * @param index name of the unique index that tells a repetition
 * @param insert makes and inserts it; inside a transaction it needs a savepoint of its own
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
