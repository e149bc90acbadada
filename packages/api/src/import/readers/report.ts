import {
  type ImportRefusal,
  type ImportRemark,
  type ImportReport,
  importRowsToldMax,
  type RefusedRow,
  type RemarkRow,
} from "@daymark/domain/account/import";
import type { FieldError, FieldErrorCode } from "@daymark/domain/base/validation";
import { ApiError } from "../../base/error.ts";

type Where = { row: string; habit?: string | null };
type Values = Record<string, string | number>;

/** Faults that none of our files has. A file with more of them than this is another kind of file, so reading stops. */
const unreadableCodes: ReadonlySet<ImportRefusal> = new Set([
  "row_invalid",
  "day_unreadable",
  "value_unreadable",
  "day_repeated",
]);
const unreadableMax = 10_000;

/** The report without the file's format, which the readers know. */
export type ReportOfRows = Omit<ImportReport, "format">;

/** Collects the results of the rows while a file is read and written. */
export class Report {
  readonly #refused: RefusedRow[] = [];
  readonly #remarks: RemarkRow[] = [];
  #refusedCount = 0;
  #remarkCount = 0;
  #unreadable = 0;

  /**
   * Reports a refused row.
   *
   * @throws ApiError validation_failed if so many rows are unreadable that the file is another kind of file
   */
  refuse({ row, habit = null }: Where, code: ImportRefusal, values?: Values): void {
    if (unreadableCodes.has(code)) this.#unreadable += 1;
    if (this.#unreadable > unreadableMax) throw unreadable("import_unreadable");
    this.#refusedCount += 1;
    if (this.#refused.length < importRowsToldMax) this.#refused.push({ row, habit, code, reason: code, values });
  }

  /** Reports an invalid row, by its first invalid member. */
  refuseInvalid(where: Where, fields: Record<string, FieldError[]>): void {
    const [field, errors] = Object.entries(fields)[0] ?? ["", []];
    const told = this.#refused.length;
    this.refuse(where, "row_invalid", errors[0]?.values);
    const row = this.#refused[told];
    if (row) Object.assign(row, { field, field_code: errors[0]?.code ?? "invalid" });
  }

  /** Reports a row that is imported in a changed form. */
  remark({ row, habit = null }: Where, code: ImportRemark, values?: Values): void {
    this.#remarkCount += 1;
    if (this.#remarks.length < importRowsToldMax) this.#remarks.push({ row, habit, code, reason: code, values });
  }

  end(imported: ImportReport["imported"], isDryRun: boolean): ReportOfRows {
    return {
      dry_run: isDryRun,
      imported,
      refused: this.#refused,
      refused_count: this.#refusedCount,
      remarks: this.#remarks,
      remark_count: this.#remarkCount,
    };
  }
}

/** The error that refuses the whole file as unreadable. */
export function unreadable(code: FieldErrorCode): ApiError {
  return new ApiError("validation_failed", { fields: { file: [{ code }] } });
}
