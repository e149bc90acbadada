import type { Language } from "../../packages/domain/src/text/language.ts";
import type { DemoPicture } from "./pictures.ts";

/** A block of a post. An image names its drawing. */
export type DemoBlock =
  | { kind: "title" | "subtitle" | "paragraph"; text: string }
  | { kind: "link"; text: string; url: string }
  | { kind: "image"; picture: DemoPicture; alt: string }
  | { kind: "divider" };

export interface DemoVersion {
  language: Language;
  title: string;
  tags: string[];
  description: string;
  cover?: { picture: DemoPicture; alt: string };
  blocks: DemoBlock[];
}

export interface DemoPost {
  /** Days before today on which it was published; null for a draft. */
  publishedAgo: number | null;
  versions: DemoVersion[];
  /** User names of the users who like it, and their comments with the answers. */
  likes: string[];
  comments: { author: string; text: string; replies?: { author: string; text: string }[] }[];
}

const title = (text: string): DemoBlock => ({ kind: "title", text });
const subtitle = (text: string): DemoBlock => ({ kind: "subtitle", text });
const paragraph = (text: string): DemoBlock => ({ kind: "paragraph", text });
const link = (text: string, url: string): DemoBlock => ({ kind: "link", text, url });
const image = (picture: DemoPicture, alt: string): DemoBlock => ({ kind: "image", picture, alt });
const divider: DemoBlock = { kind: "divider" };

export const demoPosts: DemoPost[] = [
  {
    publishedAgo: 96,
    likes: ["demo"],
    comments: [{ author: "demo2", text: "Тепер ясно, звідки помаранчевий трикутник." }],
    versions: [
      {
        language: "en",
        title: "Why it is called Daymark",
        tags: ["daymark", "design"],
        description: "A painted shape on the shore, and what it has to do with brushing your teeth.",
        cover: {
          picture: "beacon",
          alt: "A striped pile with an orange triangle on top stands on a rock by the sea while the sun rises.",
        },
        blocks: [
          paragraph(
            "Sailors steer by lights at night. By day they look for something else: a tower with stripes, a triangle on a pile, a shape you can tell from all others from miles away. It is called a daymark.",
          ),
          title("A mark tells you where you are"),
          paragraph(
            "A daymark does not push the ship. It does not praise anyone for having come so far. It just stands there, and anyone who sees it knows where they are and can decide where to go next.",
          ),
          paragraph(
            "That is what we want a habit tracker to be. You press a day, and the day is marked. A month later you look at the whole coast: here it went well, here you were sick, here you moved. No fireworks, no mascot that is disappointed in you.",
          ),
          title("One press, and back to your day"),
          paragraph(
            "Everything in Daymark follows from that. Marking a day takes one press, or one key. Numbers are entered beside the cell, in the unit you think in. If you are offline, the mark waits and is sent later. If you press the wrong day, Ctrl+Z takes it back.",
          ),
          divider,
          paragraph("The best minute in a habit tracker is the one you do not have to spend in it."),
        ],
      },
      {
        language: "uk",
        title: "Чому він зветься Daymark",
        tags: ["daymark", "дизайн"],
        description: "Про пофарбований знак на березі й до чого тут щоденне чищення зубів.",
        cover: {
          picture: "beacon",
          alt: "На скелі біля моря стоїть смугаста паля з помаранчевим трикутником нагорі, за нею сходить сонце.",
        },
        blocks: [
          paragraph(
            "Уночі моряки йдуть на вогні. Удень вони шукають інше: смугасту вежу, трикутник на палі, обрис, який за кілька миль не сплутати з жодним іншим. Англійською такий денний знак зветься daymark.",
          ),
          title("Знак каже, де ви"),
          paragraph(
            "Денний знак не штовхає корабель і не хвалить за пройдений шлях. Він просто стоїть на своєму місці, і той, хто його бачить, знає, де він, і сам вирішує, куди далі.",
          ),
          paragraph(
            "Таким ми й хочемо бачити щоденник звичок. Ви натискаєте день, і його позначено. За місяць видно весь берег: тут ішло добре, тут хворів, тут переїжджали. Без феєрверків і без звірятка, яке через вас засмутилося.",
          ),
          title("Один дотик, і назад до справ"),
          paragraph(
            "З цього в Daymark випливає все інше. Позначити день — це один дотик або одна клавіша. Числа вводять поруч із клітинкою, у тих одиницях, якими ви думаєте. Немає мережі — позначка зачекає й надішлеться згодом. Помилилися днем — Ctrl+Z усе поверне.",
          ),
          divider,
          paragraph("Найкраща хвилина в щоденнику звичок — та, яку не довелося в ньому провести."),
        ],
      },
    ],
  },
  {
    publishedAgo: 41,
    likes: ["demo", "demo2"],
    comments: [
      {
        author: "demo",
        text: "Reading two pages before I open the phone. Some days it is forty pages, some days it really is two.",
        replies: [
          { author: "admin", text: "Two pages on a bad day are worth more than forty on a good one." },
          { author: "demo", text: "My calendar says the same." },
        ],
      },
      {
        author: "demo2",
        text: "Зарядка на десять хвилин тримається вже пів року, на сорок не протрималась жодного разу.",
      },
    ],
    versions: [
      {
        language: "en",
        title: "Five minutes is enough to start",
        tags: ["beginning", "habits"],
        description: "Why the goal of a new habit should be so small that it is almost embarrassing.",
        cover: {
          picture: "steps",
          alt: "Eight low steps lead from the dark below to the light, each a little warmer than the last.",
        },
        blocks: [
          paragraph(
            "Most habits do not fail in the third month. They fail on the first Tuesday that is colder, longer or sadder than the others. On that Tuesday an hour at the gym is out of the question, and so is the habit.",
          ),
          title("Set the goal for your worst day"),
          paragraph(
            "When you add a habit, Daymark asks for a goal. The tempting answer is what you would like to do on a good day: thirty minutes, five kilometers, two liters. A better one is what you would still do with a headache. Five minutes. Once around the block. One page.",
          ),
          paragraph(
            "Nothing keeps you from doing more. The value you enter counts in full, in the totals and averages of your statistics. The goal only decides whether the day is a success, and early on it should be one nearly every time.",
          ),
          title("Say when, not just what"),
          paragraph(
            "The psychologist Peter Gollwitzer looked at what makes people do what they intend to. A simple plan of the form “when this happens, I do that” helps more than a strong wish. After the coffee, I write three lines. When the train comes, I open the book.",
          ),
          link("Gollwitzer, Implementation intentions (1999)", "https://doi.org/10.1037/0003-066X.54.7.493"),
          subtitle("How long it takes"),
          paragraph(
            "Twenty-one days is a myth. When researchers in London followed 96 people who started something new, it took between 18 and 254 days to feel automatic, with a median of 66. They also found that a single missed day made hardly any difference.",
          ),
          link("Lally and others, How are habits formed (2010)", "https://doi.org/10.1002/ejsp.674"),
          divider,
          paragraph(
            "So start small, and raise the goal once it gets boring. Daymark remembers which goal applied on which day: what you did in spring is not judged by what you decide in the fall.",
          ),
        ],
      },
      {
        language: "uk",
        title: "Щоб почати, досить п’яти хвилин",
        tags: ["початок", "звички"],
        description: "Чому ціль нової звички має бути такою малою, що за неї майже соромно.",
        cover: {
          picture: "steps",
          alt: "Вісім низьких сходинок ведуть із темряви внизу до світла, кожна трохи тепліша за попередню.",
        },
        blocks: [
          paragraph(
            "Більшість звичок ламається не на третьому місяці. Вони ламаються в перший вівторок, холодніший, довший чи сумніший за інші. Того вівторка про годину в спортзалі годі й думати, а з нею і про звичку.",
          ),
          title("Міряйте ціль найгіршим днем"),
          paragraph(
            "Коли ви додаєте звичку, Daymark питає про ціль. Кортить відповісти тим, що хотілося б зробити доброго дня: тридцять хвилин, п’ять кілометрів, два літри. Краща відповідь — те, що ви зробите навіть із головним болем. П’ять хвилин. Одне коло навколо будинку. Одна сторінка.",
          ),
          paragraph(
            "Більше робити ніхто не забороняє. Введене значення рахується повністю: і в сумі, і в середньому. Ціль лише вирішує, чи день вдався, а спершу він має вдаватися майже щоразу.",
          ),
          title("Кажіть коли, а не лише що"),
          paragraph(
            "Психолог Петер Ґольвіцер досліджував, що допомагає людям робити задумане. Простий план на зразок «коли станеться це, я зроблю те» допомагає більше, ніж сильне бажання. Після кави записую три рядки. Коли приїде потяг, розгортаю книжку.",
          ),
          link(
            "Ґольвіцер, Implementation intentions (1999, англійською)",
            "https://doi.org/10.1037/0003-066X.54.7.493",
          ),
          subtitle("Скільки це триває"),
          paragraph(
            "Двадцять один день — це легенда. Коли дослідниці в Лондоні спостерігали, як 96 людей починають щось нове, до відчуття «само собою» минало від 18 до 254 днів, а посередині стояло 66. Вони також побачили, що один пропущений день майже нічого не змінює.",
          ),
          link("Лаллі та інші, How are habits formed (2010, англійською)", "https://doi.org/10.1002/ejsp.674"),
          divider,
          paragraph(
            "Тож починайте з малого й піднімайте ціль, коли стане нудно. Daymark пам’ятає, яка ціль діяла якого дня: весна не міряється тим, що ви вирішили восени.",
          ),
        ],
      },
    ],
  },
  {
    publishedAgo: 9,
    likes: ["demo2"],
    comments: [
      {
        author: "demo",
        text: "The week in the picture looks like my vacation. Good to see that not all of it was lost.",
        replies: [
          {
            author: "admin",
            text: "Next time, plan it as a vacation: that skips the days and leaves both figures alone.",
          },
        ],
      },
    ],
    versions: [
      {
        language: "en",
        title: "A missed day is not the end",
        tags: ["habits", "streaks"],
        description: "A streak falls to zero at once. Strength, the figure beside it, knows what you did before.",
        blocks: [
          paragraph(
            "A streak is a wonderful thing until it breaks. A hundred and twelve days, then a flight that landed after midnight, and the number says zero. It says the same to someone who never started.",
          ),
          title("Two figures, two questions"),
          paragraph(
            "Your statistics have both. The streak answers: how long without a gap? Strength answers: how solid is this habit now? It grows with every day that goes well and falls with every one that does not, and days long ago count less and less.",
          ),
          image(
            "strength",
            "A curve rises for four weeks, dips a little after one missed day, falls by a third in a missed week and rises again.",
          ),
          paragraph(
            "The curve is drawn with the same rule that Daymark uses. After four weeks of daily practice, a habit stands at three quarters. One missed day costs it about four points out of a hundred. A whole week off costs not quite a third, and three weeks bring it back to where it was.",
          ),
          title("Where the rule comes from"),
          paragraph(
            "We did not invent it. It is the score of Loop Habit Tracker, an open-source app whose formula anyone can read: a daily habit makes up half of what it lacks in thirteen days. Partial amounts count as parts, and for habits that you want to break a limit counts in full until you go over it.",
          ),
          link("Loop Habit Tracker on GitHub", "https://github.com/iSoron/uhabits"),
          subtitle("What leaves it alone"),
          paragraph(
            "Days off, skipped days and vacations change neither figure. A habit with a goal of three times a week is judged by the week, so a free Wednesday is not a gap. And today is left out until it is over: a figure that falls every morning only tells you what time it is.",
          ),
          divider,
          paragraph(
            "If you wonder why a streak is as long as it is, open “Why this streak?” in the statistics of the habit. It lists each day with the rule that counted it, and shows what could still save a streak that is about to break.",
          ),
        ],
      },
      {
        language: "uk",
        title: "Пропущений день — ще не кінець",
        tags: ["звички", "серії"],
        description: "Серія враз падає до нуля. Сила, число поруч із нею, пам’ятає, що було раніше.",
        blocks: [
          paragraph(
            "Серія — чудова річ, доки не урветься. Сто дванадцять днів, тоді рейс, що сів після півночі, і число каже: нуль. Те саме воно каже й тому, хто ніколи не починав.",
          ),
          title("Два числа, два запитання"),
          paragraph(
            "У статистиці є обидва. Серія відповідає: як довго без перерви? Сила відповідає: наскільки міцно я тримаюся цього тепер? Вона росте з кожним вдалим днем і меншає з кожним невдалим, а давні дні важать дедалі менше.",
          ),
          image(
            "strength",
            "Крива росте чотири тижні, трохи просідає після одного пропущеного дня, за пропущений тиждень падає на третину й росте знову.",
          ),
          paragraph(
            "Малюнок накреслено за тим самим правилом, яке використовує Daymark. За чотири тижні щоденних занять звичка доходить до трьох чвертей. Один пропущений день коштує їй близько чотирьох сотих. Цілий тиждень без неї забирає неповну третину, і за три тижні все повертається.",
          ),
          title("Звідки це правило"),
          paragraph(
            "Ми його не вигадали. Це оцінка з Loop Habit Tracker, відкритого застосунку, чию формулу може прочитати кожен: половину того, чого бракує щоденній звичці, надолужують за тринадцять днів. Неповні значення рахуються частинами, а для звичок, яких ви хочете позбутися, межа зараховується повністю, доки її не перейдено.",
          ),
          link("Loop Habit Tracker на GitHub", "https://github.com/iSoron/uhabits"),
          subtitle("Що її не змінює"),
          paragraph(
            "Вихідні, пропуски й відпустки не змінюють жодного з чисел. Звичку тричі на тиждень судять за тижнем, тож вільна середа — не перерва. А сьогодні не рахується, доки не скінчиться: число, що падає щоранку, каже лише, котра година.",
          ),
          divider,
          paragraph(
            "Якщо цікаво, чому серія саме така, відкрийте «Чому така серія?» у статистиці звички. Там кожен день із правилом, за яким його зараховано, і те, що ще може врятувати серію, яка от-от урветься.",
          ),
        ],
      },
    ],
  },
  {
    publishedAgo: null,
    likes: [],
    comments: [],
    versions: [
      {
        language: "en",
        title: "A year on one page",
        tags: ["daymark", "statistics"],
        description: "How to read the year of a habit: quiet weeks, turning points and the color of December.",
        blocks: [
          paragraph(
            "Open the statistics of any habit and scroll to the year. Fifty-three columns, seven rows, one cell a day. Before you look at a single one, squint: where is it dense, where is it thin?",
          ),
          title("Three things to look for"),
        ],
      },
    ],
  },
];
