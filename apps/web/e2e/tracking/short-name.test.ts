import { openDashboard } from "../stage/calendar.ts";
import { expect, mouseAndTouch, press, test } from "../stage/stage.ts";
import { wordsOf } from "../stage/words.ts";

test.for(mouseAndTouch)(
  "the form checks a habit's short name beside its field, stores it in lower case, and the API finds the habit by it, $language, $width px",
  async (visit, { stage }) => {
    const words = wordsOf(visit.language);
    stage.expectError(/400/);
    const user = await stage.createUser();
    await user.createHabit({ title: "Read", short_name: "read" });
    await user.createHabit({ title: "Run" });
    const page = await stage.visit({ ...visit, as: user });
    await openDashboard(page);
    const dialog = page.getByRole("dialog");
    await press(page.locator('[data-habit-header][title="Run"]'), visit);
    await press(page.getByRole("menuitem", { name: words("Edit") }), visit);
    const field = dialog.getByRole("textbox", { name: words("Short name") });
    await field.fill("5 km");
    await dialog.getByRole("textbox", { name: words("Title") }).focus();
    const refusals = {
      invalid: {
        en: "Use letters, digits and hyphens, without spaces.",
        uk: "Можна вживати літери, цифри й дефіси, без пробілів.",
      },
      taken: {
        en: "Another habit of yours has this short name.",
        uk: "Таке коротке ім’я вже має інша ваша звичка.",
      },
    };
    await dialog.getByText(refusals.invalid[visit.language]).waitFor();
    await field.fill("Read");
    await press(dialog.getByRole("button", { name: words("Save") }), visit);
    await dialog.getByText(refusals.taken[visit.language]).waitFor();
    expect(await field.inputValue()).toBe("Read");
    await field.fill("Run");
    await press(dialog.getByRole("button", { name: words("Save") }), visit);
    await dialog.waitFor({ state: "detached" });
    const named = await user.call<{ title: string }>("GET", "/habits/@run/");
    expect(named.title).toBe("Run");
  },
);
