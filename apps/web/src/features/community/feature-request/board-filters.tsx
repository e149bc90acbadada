import {
  categories,
  closeReasons,
  type RequestStatus,
  requestSorts,
  searchLengthMax,
  stageFilters,
} from "@daymark/domain/community/request-kind";
import { Button } from "@daymark/ui/button";
import { inputClass } from "@daymark/ui/field";
import { useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import Search from "lucide-react/icons/search";
import { type RefObject, useEffect, useRef } from "react";
import { useSessionStatus } from "../../../lib/app.ts";
import { type Choice, ChoiceLink, ChoiceLinks } from "../../../lib/form/choice-links.tsx";
import { lazyComponent } from "../../../lib/lazy-component.tsx";
import { anyStatus, type BoardSearch, readBoardSearch } from "./board-search.ts";
import { fromStart, shownStatus } from "./board-view.ts";
import { useCategoryWords, useReasonWords, useSortWords, useStageWords, useStatusWords } from "./board-words.ts";

const StaffStatuses = lazyComponent(
  () => import("./staff-statuses.tsx"),
  (props) => props.isUser,
);

const board = "/feature-requests";
const everyone: readonly RequestStatus[] = ["open", "closed"];
const withheld: readonly RequestStatus[] = ["pending", "rejected"];

/** The filters of the list: a form and links, so that they need no script. */
export function BoardFilters({ search: shown }: { search: BoardSearch }) {
  const { t } = useLingui();
  const search = fromStart(shown);
  const isUser = useSessionStatus() === "user";
  const statuses = useStatusWords();
  const stages = useStageWords();
  const reasons = useReasonWords();
  const sorts = useSortWords();
  const { stage, reason, sort = "top", mine } = search;
  const status = shownStatus(search);
  const anyReason = without(search, "reason");
  const anyStage = without(search, "stage");
  const anyKind = without(anyReason, "stage");
  const choiceOf = (each: RequestStatus): Choice => ({
    key: each,
    name: statuses[each],
    search: { ...anyKind, status: each },
    isChosen: status === each,
  });
  // The user's own requests may have any status; only admins see all statuses of others.
  const offered = mine ? [...everyone, ...withheld] : everyone;
  return (
    <div className="flex flex-col gap-4">
      <SearchForm search={search} />
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <ChoiceLinks
          to={board}
          label={t`Whose requests`}
          choices={[
            { key: "all", name: t`All requests`, search: without(search, "mine"), isChosen: !mine },
            { key: "mine", name: t`My requests`, search: { ...search, mine: true }, isChosen: mine === true },
          ]}
        />
        <nav aria-label={t`Status`}>
          <ul className="flex flex-wrap gap-1.5">
            <li>
              <ChoiceLink
                to={board}
                choice={{
                  key: anyStatus,
                  name: t`Any status`,
                  search: { ...anyKind, status: anyStatus },
                  isChosen: status === anyStatus,
                }}
              />
            </li>
            {offered.map((each) => (
              <li key={each}>
                <ChoiceLink to={board} choice={choiceOf(each)} />
              </li>
            ))}
            {isUser && !mine ? <StaffStatuses isUser={isUser} choices={withheld.map(choiceOf)} /> : null}
          </ul>
        </nav>
        {status === "open" ? (
          <ChoiceLinks
            to={board}
            label={t`Stage`}
            choices={[
              { key: "any", name: t`Any stage`, search: anyStage, isChosen: !stage },
              ...stageFilters.map((each) => ({
                key: each,
                name: stages[each],
                search: { ...search, status, stage: each },
                isChosen: stage === each,
              })),
            ]}
          />
        ) : null}
        {status === "closed" ? (
          <ChoiceLinks
            to={board}
            label={t`Reason`}
            choices={[
              { key: "any", name: t`Any reason`, search: anyReason, isChosen: !reason },
              ...closeReasons.map((each) => ({
                key: each,
                name: reasons[each],
                search: { ...search, reason: each },
                isChosen: reason === each,
              })),
            ]}
          />
        ) : null}
        <ChoiceLinks
          to={board}
          label={t`Order`}
          choices={requestSorts.map((each) => ({
            key: each,
            name: sorts[each],
            search: each === "top" ? without(search, "sort") : { ...search, sort: each },
            isChosen: sort === each,
          }))}
        />
      </div>
    </div>
  );
}

function SearchForm({ search }: { search: BoardSearch }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const categoryWords = useCategoryWords();
  const text = useRef<HTMLInputElement>(null);
  const category = useRef<HTMLSelectElement>(null);
  useSaid(text, search.search ?? "");
  useSaid(category, search.category ?? "");
  const send = (form: HTMLFormElement) => {
    const given = Object.fromEntries(new FormData(form));
    void navigate({
      to: board,
      search: readBoardSearch({ ...given, mine: given.mine === "true" }),
      resetScroll: false,
    });
  };
  return (
    <search>
      <form
        action={board}
        className="flex flex-col gap-2 sm:flex-row"
        onSubmit={(event) => {
          event.preventDefault();
          send(event.currentTarget);
        }}
      >
        <input
          ref={text}
          type="search"
          name="search"
          aria-label={t`Search requests`}
          placeholder={t`Search requests`}
          defaultValue={search.search}
          maxLength={searchLengthMax}
          className={`${inputClass} sm:flex-1`}
        />
        <div className="flex gap-2">
          <select
            ref={category}
            name="category"
            aria-label={t`Category`}
            defaultValue={search.category ?? ""}
            onChange={(event) => event.currentTarget.form && send(event.currentTarget.form)}
            className={`${inputClass} sm:w-56`}
          >
            <option value="">{t`All categories`}</option>
            {categories.map((category) => (
              <option key={category} value={category}>
                {categoryWords[category]}
              </option>
            ))}
          </select>
          {search.status ? <input type="hidden" name="status" value={search.status} /> : null}
          {search.stage ? <input type="hidden" name="stage" value={search.stage} /> : null}
          {search.reason ? <input type="hidden" name="reason" value={search.reason} /> : null}
          {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
          {search.mine ? <input type="hidden" name="mine" value="true" /> : null}
          <Button type="submit" icon={<Search aria-hidden="true" />} aria-label={t`Search`} />
        </div>
      </form>
    </search>
  );
}

/** On back navigation the field shows the value of that history entry, and keeps its focus. */
function useSaid(field: RefObject<HTMLInputElement | HTMLSelectElement | null>, said: string) {
  const last = useRef(said);
  useEffect(() => {
    // At first the field has the server's value, or text typed before hydration.
    if (last.current === said || !field.current) return;
    last.current = said;
    field.current.value = said;
  }, [field, said]);
}

function without(search: BoardSearch, name: keyof BoardSearch): BoardSearch {
  const { [name]: _, ...rest } = search;
  return rest;
}
