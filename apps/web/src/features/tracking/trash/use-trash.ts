import type { TrashedHabit } from "@daymark/domain/tracking/habit";
import { useBrowser } from "../../../lib/app.ts";
import { closeFlash } from "../../../lib/messages/flash.ts";
import { trpc } from "../../../lib/network/trpc.ts";
import { useSetProgress } from "../day-writes/use-set-progress.ts";
import { useHabitWrites } from "../habit/change/use-habit-writes.ts";

/**
 * The habits in the trash, and what can be done with them. A change shows once the server has answered, because what is
 * deleted for good does not come back. Each returns whether it succeeded, and reports a failure.
 */
export function useTrash({ isOpen }: { isOpen: boolean }) {
  const utils = trpc.useUtils();
  const recorder = useSetProgress();
  const { report } = useBrowser();
  const writes = useHabitWrites(recorder);
  const list = trpc.habit.trash.list.useQuery({}, { enabled: isOpen, staleTime: 0 });
  const habits = list.data?.results;

  const deleteWith = async (call: () => Promise<unknown>, deleted: readonly TrashedHabit[]) => {
    try {
      await call();
      for (const { id } of deleted) {
        recorder.forgetHabit(id);
        closeFlash(`habit-deleted-${id}`);
      }
      return true;
    } catch (error) {
      void report.failure(error);
      return false;
    } finally {
      // Those that were deleted a moment ago counted for the plan.
      await Promise.all([utils.habit.trash.list.invalidate(), utils.habit.listDeleted.invalidate()]);
    }
  };

  return {
    list,
    habits,
    restore: writes.restore,
    deleteForGood: async (habit: TrashedHabit) => {
      const isDone = await deleteWith(() => utils.client.habit.trash.delete.mutate({ id: habit.id }), [habit]);
      if (isDone) void report.success("habit_deleted_for_good");
      return isDone;
    },
    empty: async () => {
      const isDone = await deleteWith(() => utils.client.habit.trash.deleteAll.mutate({}), habits ?? []);
      if (isDone) void report.success("trash_emptied");
      return isDone;
    },
  };
}
