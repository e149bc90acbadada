/** Why a field was refused. */
export interface FieldError {
  /** Stable. */
  code: string;
  /** What the sentence names, such as a bound. */
  values?: Record<string, unknown>;
}

/** An error of the API (RFC 9457). */
export interface Problem {
  status: number;
  /** Stable. */
  code: string;
  /** A sentence in the request's language. */
  detail: string;
  values?: Record<string, string | number>;
  /** Field to sentences, only with `validation_failed`. */
  errors?: Record<string, string[]>;
  /** Field to the codes of these sentences. */
  error_codes?: Record<string, FieldError[]>;
}

/** The server refused a call. The message is the server's sentence. */
export class DaymarkError extends Error {
  override readonly name = "DaymarkError";
  /** The HTTP status. */
  readonly status: number;
  /** Stable, such as `habit_not_found`; `not_daymark` if the answer is not one of Daymark. */
  readonly code: string;
  /** What the message names, such as the plan whose limit is reached. */
  readonly values: Readonly<Record<string, string | number>>;
  /** Field to sentences, only with `validation_failed`. */
  readonly fieldMessages: Readonly<Record<string, string[]>>;
  /** Field to the codes of these sentences. */
  readonly fieldErrors: Readonly<Record<string, FieldError[]>>;
  /** The seconds after which the server wants to be called again; null if it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.detail);
    this.status = problem.status;
    this.code = problem.code;
    this.values = problem.values ?? {};
    this.fieldMessages = problem.errors ?? {};
    this.fieldErrors = problem.error_codes ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The error that an answer carries. */
export async function errorOf(response: Response): Promise<DaymarkError> {
  const body: unknown = await response.json().catch(() => null);
  const problem = isProblem(body)
    ? body
    : { code: "not_daymark", detail: `The answer (status ${response.status}) did not come from Daymark.` };
  return new DaymarkError({ ...problem, status: response.status }, retryAfterOf(response));
}

function isProblem(body: unknown): body is Problem {
  return typeof body === "object" && body !== null && "code" in body && "detail" in body;
}

/** The seconds of Retry-After (RFC 9110 10.2.3), which also may be a date; null if there is none. */
export function retryAfterOf({ headers }: Response): number | null {
  const text = headers.get("retry-after")?.trim();
  if (!text) return null;
  if (/^\d+$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, (at - Date.now()) / 1000);
}
