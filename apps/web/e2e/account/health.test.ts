import { accessibilityFaults } from "../stage/axe.ts";
import { daysAgo, noonOf } from "../stage/day.ts";
import { dialogButton, dialogOf, openSettings, section } from "../stage/settings.ts";
import { expect, test, widths } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

const day = daysAgo(1);
const noon = noonOf(day);

test.for(["en", "uk"] as const)(
  "a user connects a habit to a received metric by keyboard, fills it and disconnects it, in %s",
  { timeout: 90_000 },
  async (language, { stage }) => {
    const words = wordsOf(language);
    const user = await stage.createUser();
    const habit = await user.createHabit({ title: "Walk", unit: "kilometers", target: 5 });
    const page = await stage.visit({ as: user, language });
    await openSettings(page, "/settings/connections");
    const card = section(page, words("Health data"));
    await card.getByRole("button", { name: words("Connect a habit") }).click();
    await dialogOf(page)
      .getByText(words("No data has arrived yet. Set up the app first and let it send once."))
      .waitFor();
    await page.keyboard.press("Escape");
    await card.getByText("(Android)").click();
    await card.getByText("/api/health/health-connect/").waitFor();

    const payload = {
      distance: [{ meters: 5420, start_time: noon, end_time: noon }],
      sleep: [{ duration_seconds: 27_000, session_end_time: noon }],
    };
    await user.call("POST", "/health/health-connect/", payload);
    const connect = card.getByRole("button", { name: words("Connect a habit") });
    await connect.press("Enter");
    const dialog = dialogOf(page);
    const metric = dialog.getByRole("combobox", { name: words("Metric") });
    await metric.click();
    await page.getByRole("option", { name: "sleep", exact: true }).click();
    await dialog.getByText(words("The unit of this metric cannot be converted to the unit of the habit.")).waitFor();
    await metric.click();
    await page.getByRole("option", { name: "distance", exact: true }).click();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialogButton(page, words("Save")).press("Enter");
    await card.getByText("distance · Health Connect").waitFor();

    await user.call("POST", "/health/health-connect/", payload);
    expect(await user.recorded(habit, day)).toBe(5);
    for (const width of [widths.phone, widths.desktop]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await accessibilityFaults(page, { mustFit: true })).toEqual([]);
    }
    await card.getByRole("button", { name: words("Remove {title}", { title: "Walk" }) }).click();
    await dialogButton(page, words("Stop")).click();
    await card.getByText("distance · Health Connect").waitFor({ state: "hidden" });
    expect(await user.recorded(habit, day)).toBe(5);
  },
);
