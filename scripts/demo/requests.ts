import type {
  Category,
  CloseReason,
  RequestStage,
  RequestStatus,
} from "../../packages/domain/src/community/request-kind.ts";

/** A comment of one of {@link demoPeople} or of the admin. The votes come from readers without a name. */
interface DemoComment {
  author: string;
  text: string;
  replies?: Omit<DemoComment, "replies">[];
}

export interface DemoRequest {
  title: string;
  details: string;
  category: Category;
  author: string;
  status: RequestStatus;
  stage?: RequestStage;
  reason?: CloseReason;
  reply?: string;
  /** Title of the request that it is merged into, which is earlier in the list. */
  duplicateOf?: string;
  /** Days before today on which it was created. */
  ago: number;
  /** How many readers vote for it (counted from the first one) and against it (counted from the last one). */
  likes: number;
  dislikes?: number;
  pinned?: boolean;
  comments?: DemoComment[];
}

/** The readers who vote. They have no password, so no log-in as one of them succeeds. */
export const demoReaders = 40;

export const demoRequests: DemoRequest[] = [
  {
    title: "Widgets for the home screen",
    details:
      "I would like to check off a habit without opening the app: a small widget with today’s habits, and a large one with the week.\n\nAndroid first, if it has to be one of the two.",
    category: "new_features",
    author: "demo",
    status: "open",
    stage: "in_progress",
    ago: 96,
    likes: 34,
    dislikes: 1,
    pinned: true,
    comments: [
      {
        author: "demo2",
        text: "І щоб велика показувала смугу за місяць, будь ласка.",
        replies: [{ author: "admin", text: "We will try a strip of the last seven days first." }],
      },
      { author: "demo", text: "Seven days would be enough for me." },
    ],
  },
  {
    title: "Sync with a fitness watch",
    details: "My steps and runs are already on my watch. Typing them in again is the one thing I forget.",
    category: "new_features",
    author: "demo",
    status: "open",
    stage: "planned",
    ago: 81,
    likes: 27,
    dislikes: 3,
    comments: [
      {
        author: "admin",
        text: "Until then, a shortcut on your phone can record a day with an API key. The API page has an example.",
      },
    ],
  },
  {
    title: "Темна тема, що вмикається ввечері",
    details: "Зараз тему можна прив’язати до системи. Хочу, щоб Daymark темнішав о 21:00, навіть коли система світла.",
    category: "improvements",
    author: "demo2",
    status: "open",
    ago: 64,
    likes: 18,
    dislikes: 2,
    comments: [{ author: "demo", text: "Only in the evening for me. Mornings are dark enough in winter anyway." }],
  },
  {
    title: "A habit for every other day",
    details:
      "“Three times a week” is close, but I want Monday, Wednesday, Friday, Sunday, Tuesday and so on: one day on, one day off.",
    category: "new_features",
    author: "demo",
    status: "open",
    ago: 47,
    likes: 15,
  },
  {
    title: "Weekly goals instead of daily ones",
    details: "Running three times a week is the goal. The days change every week.",
    category: "new_features",
    author: "demo",
    status: "closed",
    reason: "shipped",
    reply: "A good habit can now have a weekly goal. Set it in the habit’s form, below the weekdays.",
    ago: 190,
    likes: 31,
    comments: [
      { author: "demo", text: "Thank you! The streak counts weeks now, just as it should." },
      { author: "demo2", text: "Працює чудово, дякую." },
    ],
  },
  {
    title: "Let me choose “x times a week”",
    details: "Some habits have no fixed days. A number of times a week would be enough.",
    category: "new_features",
    author: "demo2",
    status: "closed",
    reason: "duplicate",
    duplicateOf: "Weekly goals instead of daily ones",
    ago: 171,
    likes: 9,
  },
  {
    title: "Імпорт із Loop Habit Tracker",
    details: "Маю чотири роки записів у Loop. Без них починати наново шкода.",
    category: "new_features",
    author: "demo2",
    status: "closed",
    reason: "shipped",
    reply: "Налаштування → Імпортувати дані: архів CSV, експортований із Loop, підходить як є.",
    ago: 150,
    likes: 22,
    comments: [{ author: "demo2", text: "Усе перенеслося, навіть нотатки. Дякую!" }],
  },
  {
    title: "Share a habit with a friend",
    details: "We run together. A calendar we both see, each with our own marks, would keep us going.",
    category: "new_features",
    author: "demo",
    status: "open",
    ago: 33,
    likes: 12,
    dislikes: 6,
    comments: [
      { author: "demo2", text: "Тільки щоб це можна було вимкнути: мої звички — мої." },
      {
        author: "demo",
        text: "Of course, per habit.",
        replies: [{ author: "admin", text: "It would have to be off until both agree. We are thinking about it." }],
      },
    ],
  },
  {
    title: "Points, levels and badges",
    details: "Other apps give points for a full day. It would be fun to collect them.",
    category: "new_features",
    author: "demo",
    status: "closed",
    reason: "declined",
    reply: "Daymark shows what you did and leaves the rest to you. Points would soon become the reason to do it.",
    ago: 120,
    likes: 8,
    dislikes: 17,
    comments: [{ author: "demo2", text: "Підтримую рішення. Смуги цілком досить." }],
  },
  {
    title: "Print the year on one page",
    details: "The month prints nicely. I would love to hang the whole year on my wall.",
    category: "improvements",
    author: "demo",
    status: "open",
    stage: "planned",
    ago: 21,
    likes: 7,
  },
  {
    title: "Місяць «з’їжджає» після повороту телефона",
    details:
      "Кроки: відкрити календар на телефоні, гортати до минулого місяця, повернути телефон. Назви звичок лишаються на місці, дні — ні.",
    category: "minor_issues",
    author: "demo2",
    status: "open",
    ago: 9,
    likes: 4,
    comments: [{ author: "admin", text: "Дякуємо за кроки: побачили, виправляємо." }],
  },
  {
    title: "Reminder fires twice after a flight",
    details:
      "I landed two hours further east, and the 21:00 reminder came twice: at 21:00 old time and at 21:00 new time.",
    category: "critical_bugs",
    author: "demo",
    status: "closed",
    reason: "shipped",
    reply: "Reminders now follow the new time zone from the next day, and come once a day.",
    ago: 58,
    likes: 5,
  },
  {
    title: "Export to PDF",
    details: "A monthly report for my doctor: totals, averages, and the days with notes.",
    category: "new_features",
    author: "demo",
    status: "pending",
    ago: 2,
    likes: 0,
  },
  {
    title: "Показувати номер тижня",
    details: "У заголовку календаря бракує номера тижня: за ним у нас планують усе.",
    category: "improvements",
    author: "demo2",
    status: "pending",
    ago: 1,
    likes: 0,
  },
  {
    title: "Please add everything from all other apps",
    details: "Just make it like the others, but better.",
    category: "improvements",
    author: "demo",
    status: "rejected",
    reply: "Send one request at a time, so that others can vote for it.",
    ago: 40,
    likes: 0,
  },
];
