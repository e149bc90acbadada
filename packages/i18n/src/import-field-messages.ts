import type { MessageDescriptor } from "@lingui/core";

/** Why the file of an import is refused. Only the settings and the server need these sentences, so other pages load none. */
export const importFieldMessages = {
  import_unreadable: /*i18n*/ { id: "field.import_unreadable", message: "This file is damaged or of the wrong kind." },
  import_not_daymark: /*i18n*/ {
    id: "field.import_not_daymark",
    message: "This is not a JSON file exported from Daymark.",
  },
  import_version_newer: /*i18n*/ {
    id: "field.import_version_newer",
    message: "This file comes from a newer version of Daymark.",
  },
  import_not_loop: /*i18n*/ {
    id: "field.import_not_loop",
    message: "This is neither a CSV archive nor a backup from Loop Habit Tracker.",
  },
  import_archive_too_large: /*i18n*/ {
    id: "field.import_archive_too_large",
    message: "This archive is too large when unpacked.",
  },
  import_not_utf8: /*i18n*/ {
    id: "field.import_not_utf8",
    message: "This file is not in UTF-8. Save it in your spreadsheet as “CSV UTF-8” and choose it again.",
  },
  column_missing: /*i18n*/ {
    id: "field.column_missing",
    message: "The file has only {max, plural, one {# column} other {# columns}}.",
  },
  csv_only: /*i18n*/ {
    id: "field.csv_only",
    message: "Only a CSV file can have a column mapping.",
  },
} satisfies Record<string, MessageDescriptor>;
