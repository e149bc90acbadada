import type { ErrorCode } from "@daymark/domain/base/errors";
import { type FieldError, type FieldErrors as FieldErrorLists, fieldErrors } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { errorMessage } from "@daymark/i18n/messages";
import { useLingui } from "@lingui/react";
import { type DefaultValues, type FieldErrors, type FieldValues, type Path, useForm } from "react-hook-form";
import { problemOf } from "../network/problem.ts";

/** The part of a zod schema that a form needs. */
interface FormSchema<Output> {
  safeParse(
    values: unknown,
  ): { success: true; data: Output } | { success: false; error: { issues: Parameters<typeof fieldErrors>[0] } };
}

/** An entry of react-hook-form's errors with our codes: the text is chosen when it is shown. */
interface CodedError {
  type: string;
  codes: readonly FieldError[];
  /** The error code of a refused call that concerns this field. */
  refusal?: ErrorCode;
}

/**
 * A form with a schema of the domain. A field is validated on blur, then on each change. Needs the catalog `messages`.
 *
 * @param schema validates the values before they are sent
 * @param defaultValues leave out text fields: text typed before hydration then stays
 * @param options.judged "sent" if the page has other links below the fields: an error that appears on blur would move
 *   them away from the pointer
 */
export function useSchemaForm<Values extends FieldValues, Output>(
  schema: FormSchema<Output>,
  defaultValues?: DefaultValues<Values>,
  { judged = "left" }: { judged?: "left" | "sent" } = {},
) {
  const { i18n } = useLingui();
  const form = useForm<Values, unknown, Output & FieldValues>({
    mode: judged === "left" ? "onTouched" : "onSubmit",
    ...(defaultValues && { defaultValues }),
    resolver: (values) => {
      const result = schema.safeParse(values);
      return result.success
        ? { values: result.data as Output & FieldValues, errors: {} }
        : { values: {}, errors: coded<Values>(fieldErrors(result.error.issues, values)) };
    },
  });

  return {
    ...form,
    /** The error messages of a field; empty if it is valid. */
    errorsOf(name: Path<Values>): string[] {
      const error: unknown = form.getFieldState(name, form.formState).error;
      if (!isCoded(error)) return [];
      if (error.refusal) return [errorMessage(i18n, error.refusal)];
      return error.codes.map((code) => fieldErrorMessage(i18n, code));
    },
    /** Shows an error of the server under its field. */
    refuse(name: Path<Values>, refusal: ErrorCode) {
      const error: CodedError = { type: refusal, codes: [], refusal };
      form.setError(name, error);
      form.setFocus(name);
    },
    /**
     * Shows the server's errors under their fields. False if the error concerns no field; the caller then reports it.
     */
    takeRefusal(error: unknown): boolean {
      const errors = problemOf(error)?.errors;
      if (!errors) return false;
      const known = Object.entries(errors).filter(([name]) => name in form.getValues());
      for (const [name, codes] of known) form.setError(name as Path<Values>, codedError(codes));
      const [first] = known;
      if (first) form.setFocus(first[0] as Path<Values>);
      return known.length > 0;
    },
  };
}

function coded<Values extends FieldValues>(lists: FieldErrorLists): FieldErrors<Values> {
  const errors = Object.entries(lists).map(([name, codes]) => [name, codedError(codes)]);
  // react-hook-form passes these entries through unchanged.
  return Object.fromEntries(errors) as FieldErrors<Values>;
}

function codedError(codes: readonly FieldError[]): CodedError {
  return { type: codes[0]?.code ?? "invalid", codes };
}

function isCoded(error: unknown): error is CodedError {
  return typeof error === "object" && error !== null && "codes" in error;
}
