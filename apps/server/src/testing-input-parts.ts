import type { JsonSchema } from "./openapi/operation.ts";

/** A value within an input. `inputWith` replaces it with another one and omits optional members. */
export interface InputPart {
  path: string;
  json: JsonSchema;
  inputWith: (value: unknown) => unknown;
}

/** The input, its members, their elements and alternatives, and so on, recursively. */
export function partsOf(path: string, json: JsonSchema): InputPart[] {
  return partsWithin({ path, json, inputWith: (value) => value });
}

function partsWithin(part: InputPart): InputPart[] {
  const { path, json, inputWith } = part;
  const choices = [...(json.anyOf ?? []), ...(json.oneOf ?? []), ...(json.allOf ?? [])] as JsonSchema[];
  const members = Object.entries((json.properties ?? {}) as Record<string, JsonSchema>);
  // Constants distinguish the objects of a union.
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
