import { StartError } from "@daymark/db/start-error";
import { fieldError } from "@daymark/domain/base/validation";
import { fieldErrorMessage } from "@daymark/i18n/field-messages";
import { i18nFor } from "@daymark/i18n/server";
import type * as z from "zod/mini";

/**
 * The error for a value that a schema refuses, with the schema's first reason.
 *
 * @param what names the value or its option, at the beginning of a sentence
 */
export function refusal(what: string, [issue]: readonly z.core.$ZodIssue[], given: unknown): StartError {
  const why = issue ? fieldErrorMessage(i18nFor("en"), fieldError(issue, given)) : "";
  return new StartError(`${what} is refused: ${why}`);
}
