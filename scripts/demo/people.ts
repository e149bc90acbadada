import type { Plan } from "../../packages/domain/src/account/plan.ts";
import type { Unit } from "../../packages/domain/src/base/unit.ts";
import type { Language } from "../../packages/domain/src/text/language.ts";
import type { HabitType } from "../../packages/domain/src/tracking/habit.ts";

export type DemoHabit = {
  title: string;
  description?: string;
  type: HabitType;
  unit: Unit;
  /** The goal or limit of the first day. `later` holds from about the middle of the year. */
  target: number;
  later?: number;
  hue: number;
  /** The only weekdays on which entries are recorded; all seven if absent. */
  weekdays?: number[];
  /** A weekly goal. Without one, the other weekdays are days off. */
  timesPerWeek?: number;
  group?: string;
  /** Share of successful days at the beginning and at the end of the year. */
  success: [begin: number, end: number];
  /** Values are multiples of it. */
  step: number;
};

export type DemoPerson = {
  username: string;
  language: Language;
  plan: Plan;
  habits: DemoHabit[];
  /** Notes on some days. */
  remarks: string[];
  notes: { text: string; pinned: boolean }[];
};

export const demoPassword = "Sunny-Day-2026";
export const demoAdmin = "admin";

export const demoPeople: DemoPerson[] = [
  {
    username: "demo",
    language: "en",
    plan: "free",
    habits: [
      {
        title: "Read",
        description: "Anything but the news.",
        type: "good",
        unit: "minutes",
        target: 20,
        later: 30,
        hue: 225,
        success: [0.6, 0.9],
        step: 5,
      },
      {
        title: "Run",
        type: "good",
        unit: "kilometers",
        target: 5,
        hue: 135,
        weekdays: [1, 3, 5, 6],
        timesPerWeek: 3,
        group: "Body",
        success: [0.55, 0.85],
        step: 1,
      },
      {
        title: "Drink water",
        type: "good",
        unit: "milliliters",
        target: 2000,
        hue: 180,
        group: "Body",
        success: [0.7, 0.92],
        step: 250,
      },
      {
        title: "Coffee",
        description: "Two cups are plenty.",
        type: "bad",
        unit: "cups",
        target: 3,
        later: 2,
        hue: 45,
        success: [0.7, 0.9],
        step: 1,
      },
      {
        title: "Evening screen time",
        type: "bad",
        unit: "minutes",
        target: 60,
        hue: 270,
        success: [0.5, 0.85],
        step: 5,
      },
      { title: "Sweets", type: "bad", unit: "repetitions", target: 1, hue: 0, success: [0.6, 0.88], step: 1 },
    ],
    remarks: ["Felt easy today.", "Late, but done.", "With a friend.", "Long day at work.", "Rain all day."],
    notes: [
      { text: "One day missed is nothing.\nTwo in a row is the beginning of a new habit.", pinned: true },
      { text: "Put the running shoes by the door the night before.", pinned: false },
      { text: "Books to read next:\n– one about the sea\n– one about bread", pinned: false },
    ],
  },
  {
    username: "demo2",
    language: "uk",
    plan: "paid",
    habits: [
      {
        title: "Ранкова зарядка",
        type: "good",
        unit: "minutes",
        target: 10,
        later: 15,
        hue: 90,
        success: [0.5, 0.88],
        step: 5,
      },
      {
        title: "Кроки пішки",
        description: "Хоча б одна зупинка пішки.",
        type: "good",
        unit: "meters",
        target: 4000,
        hue: 135,
        success: [0.65, 0.9],
        step: 500,
      },
      {
        title: "Англійські слова",
        type: "good",
        unit: "repetitions",
        target: 15,
        hue: 315,
        weekdays: [1, 2, 3, 4, 5],
        success: [0.6, 0.86],
        step: 5,
      },
      {
        title: "Кава після обіду",
        type: "bad",
        unit: "cups",
        target: 1,
        hue: 45,
        group: "Вечір",
        success: [0.65, 0.9],
        step: 1,
      },
      {
        title: "Стрічка новин",
        type: "bad",
        unit: "minutes",
        target: 45,
        later: 30,
        hue: 0,
        group: "Вечір",
        success: [0.5, 0.82],
        step: 5,
      },
      { title: "Солодке", type: "bad", unit: "grams", target: 50, hue: 270, success: [0.6, 0.85], step: 10 },
    ],
    remarks: ["Сьогодні легко.", "Пізно, але зроблено.", "Важкий день.", "Дощ зранку."],
    notes: [
      { text: "Краще трохи щодня, ніж багато раз на тиждень.", pinned: true },
      { text: "Взяти воду на прогулянку.", pinned: false },
    ],
  },
];
