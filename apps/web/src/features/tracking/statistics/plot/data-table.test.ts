import { describe, expect, test } from "vitest";
import { csvOf, type DataTable, figure, fileNameOf, words } from "./data-table.ts";

const dataTable: DataTable = {
  caption: "Months",
  columns: [{ name: "Habit" }, { name: "Days", isNumber: true }, { name: "Success rate", isNumber: true }],
  rows: [
    [words('=HYPERLINK("http://x")'), figure(1234, () => "1,234"), figure(0.5, () => "50%")],
    [words("Read;=1+1"), figure(1, String), figure(null, String)],
    [words("Читати", "read"), figure(null, String), figure(-0.25, () => "−0.25")],
  ],
};

describe("the CSV file of a chart", () => {
  test("has names and plain numbers, and no formulas", () => {
    expect(csvOf(dataTable)).toBe(
      '\u{feff}Habit,Days,Success rate\r\n"\'=HYPERLINK(""http://x"")",1234,0.5\r\n"Read;\'=1+1",1,\r\nread,,-0.25\r\n',
    );
  });

  test("is named for its content, with letters of any language only", () => {
    expect(fileNameOf("Читати щодня", "Місяці")).toBe("читати-щодня-місяці.csv");
    expect(fileNameOf("../../etc/passwd")).toBe("etc-passwd.csv");
    expect(fileNameOf("📖", "?")).toBe("daymark.csv");
    expect(fileNameOf("ї".repeat(200))).toHaveLength(84);
  });
});

test("a missing figure is shown as a dash", () => {
  expect(figure(null, String).text).toBe("–");
});
