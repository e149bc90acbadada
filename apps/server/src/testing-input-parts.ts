import type { JsonSchema } from "./transports/operation.ts";

/** A value that an input may hold. `inputWith` puts another one in its place, and leaves out what is optional. */
export interface InputPart {
  path: string;
  json: JsonSchema;
  inputWith: (value: unknown) => unknown;
}

/** The input itself, its members, their elements and choices, and so on to the innermost. */
export function partsOf(path: string, json: JsonSchema): InputPart[] {
  return partsWithin({ path, json, inputWith: (value) => value });
}

function partsWithin(part: InputPart): InputPart[] {
  const { path, json, inputWith } = part;
  const choices = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])] as JsonSchema[];
  const members = Object.entries((json.properties ?? {}) as Record<string, JsonSchema>);
  // They tell apart the objects of a union.
  const constants = Object.fromEntries(
    members.flatMap(([key, member]) => ("const" in member ? [[key, member.const]] : [])),
  );
  return [
    part,
    ...choices.flatMap((choice) => partsWithin({ path, json: choice, inputWith })),
    ...members.flatMap(([key, member]) =>
      partsWithin({
        path: `${path}.${key}`,
        json: member,
        inputWith: (value) => inputWith({ ...constants, [key]: value }),
      }),
    ),
    ...(typeof json.items === "object"
      ? partsWithin({ path: `${path}[]`, json: json.items as JsonSchema, inputWith: (value) => inputWith([value]) })
      : []),
  ];
}
