import { type Language, languageOf } from "@daymark/domain/text/language";
import type { FastifyRequest } from "fastify";
import { memoize } from "./memoize.ts";

const languageOfHeader = memoize(languageOf);

/** The language of the messages in an answer. */
export function requestLanguage(request: FastifyRequest): Language {
  return languageOfHeader(request.headers["accept-language"]);
}
