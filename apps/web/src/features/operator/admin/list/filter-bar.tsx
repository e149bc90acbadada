import { Button } from "@daymark/ui/button";
import { Select } from "@daymark/ui/select";
import { TextField } from "@daymark/ui/text-field";
import { Trans, useLingui } from "@lingui/react/macro";
import Search from "lucide-react/icons/search";
import { useState } from "react";

type Filter = { name: string; label: string } & (
  | { kind: "text" | "date"; wide?: true }
  /** The options and their names. A value of the address that is none of them is shown as it is. */
  | { kind: "choice"; options: Readonly<Record<string, string>>; wide?: true }
  /** The order of the list: it hides nothing. `first` is the name of the order without a value. */
  | { kind: "sort"; first: string; options: Readonly<Record<string, string>>; wide?: never }
);

interface FilterBarProps {
  filters: readonly Filter[];
  /** The values in the address. */
  values: Readonly<Record<string, string | undefined>>;
  onChange: (next: Record<string, string>) => void;
}

const everything = "all";

function ownOption(value: string | undefined): Record<string, string> {
  return value ? { [value]: value } : {};
}

/** The filters of a list. A choice applies at once, typed text when it is submitted. */
export function FilterBar({ filters, values, onChange }: FilterBarProps) {
  const { t } = useLingui();
  const given = JSON.stringify(values);
  const [typed, setTyped] = useState({ given, values: { ...values } });
  // The address has changed, for example on back navigation.
  if (typed.given !== given) setTyped({ given, values: { ...values } });
  const set = (name: string, value: string) =>
    setTyped({ given, values: { ...typed.values, [name]: value || undefined } });
  const send = (next: Readonly<Record<string, string | undefined>>) =>
    onChange(
      Object.fromEntries(Object.entries(next).flatMap(([name, value]) => (value?.trim() ? [[name, value]] : []))),
    );
  const orders = filters.flatMap(({ kind, name }) => (kind === "sort" ? [name] : []));
  return (
    <search>
      <form
        className="grid grid-cols-2 items-end gap-x-3 gap-y-4 sm:flex sm:flex-wrap"
        onSubmit={(event) => {
          event.preventDefault();
          send(typed.values);
        }}
      >
        {filters.map((filter) =>
          filter.kind === "choice" || filter.kind === "sort" ? (
            <Select
              key={filter.name}
              label={filter.label}
              className={
                filter.wide ? "col-span-2 sm:w-72" : filter.kind === "sort" ? "min-w-0 sm:w-60" : "min-w-0 sm:w-44"
              }
              groups={[
                {
                  options: Object.entries({
                    [everything]: filter.kind === "sort" ? filter.first : t`All`,
                    ...ownOption(values[filter.name]),
                    ...filter.options,
                  }).map(([value, label]) => ({ value, label })),
                },
              ]}
              value={values[filter.name] ?? everything}
              onValueChange={(value) => send({ ...typed.values, [filter.name]: value === everything ? "" : value })}
            />
          ) : (
            <TextField
              key={filter.name}
              label={filter.label}
              name={filter.name}
              type={filter.kind === "date" ? "date" : "search"}
              className={filter.kind === "text" && filter.wide ? "col-span-2 sm:w-72" : "min-w-0 sm:w-40"}
              autoComplete="off"
              value={typed.values[filter.name] ?? ""}
              onChange={(event) => set(filter.name, event.currentTarget.value)}
            />
          ),
        )}
        <Button type="submit">
          <Search aria-hidden="true" />
          <Trans>Search</Trans>
        </Button>
        {Object.entries(values).some(([name, value]) => value && !orders.includes(name)) ? (
          <Button kind="quiet" onClick={() => send(Object.fromEntries(orders.map((name) => [name, values[name]])))}>
            <Trans>Show all</Trans>
          </Button>
        ) : null}
      </form>
    </search>
  );
}
