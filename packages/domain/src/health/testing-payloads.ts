/**
 * A payload of Health Auto Export with hours as aggregation, in the form of
 * https://github.com/Lybron/health-auto-export/wiki/API-Export---JSON-Format (version 2).
 */
export const autoExportPayload = {
  data: {
    metrics: [
      {
        name: "step_count",
        units: "count",
        data: [
          { qty: 1200, date: "2026-11-20 08:00:00 +0200", source: "Phone" },
          { qty: 2300.6, date: "2026-11-20 18:00:00 +0200", source: "Phone" },
          { qty: 800, date: "2026-11-21 07:00:00 +0200", source: "Phone" },
        ],
      },
      { name: "walking_running_distance", units: "mi", data: [{ qty: 3.2, date: "2026-11-20 08:00:00 +0200" }] },
      { name: "active_energy", units: "kJ", data: [{ qty: 1255.2, date: "2026-11-20 08:00:00 +0200" }] },
      { name: "dietary_water", units: "mL", data: [{ qty: 250, date: "2026-11-20 09:00:00 +0200" }] },
      { name: "weight_body_mass", units: "lb", data: [{ qty: 165, date: "2026-11-20 07:30:00 +0200" }] },
      { name: "heart_rate", units: "bpm", data: [{ Min: 55, Avg: 61.4, Max: 140, date: "2026-11-20 08:00:00 +0200" }] },
      {
        name: "blood_pressure",
        units: "mmHg",
        data: [{ systolic: 120, diastolic: 80, date: "2026-11-20 08:00:00 +0200" }],
      },
      {
        name: "sleep_analysis",
        units: "hr",
        data: [
          {
            date: "2026-11-20",
            totalSleep: 7.5,
            asleep: 0,
            core: 4,
            deep: 1.5,
            rem: 2,
            inBed: 8,
            sleepStart: "2026-11-19 23:00:00 +0200",
            sleepEnd: "2026-11-20 06:30:00 +0200",
          },
        ],
      },
    ],
    workouts: [
      {
        id: "0D8B8E1F-2C1A-4D5B-9E55-1B6F7A1C2D3E",
        name: "Outdoor Run",
        start: "2026-11-20 18:00:00 +0200",
        end: "2026-11-20 18:40:00 +0200",
        duration: 2280,
        distance: { qty: 7.1, units: "km" },
        activeEnergyBurned: { qty: 510, units: "kcal" },
      },
    ],
  },
};

/**
 * A payload of HC Webhook, in the form of https://github.com/mcnaveen/health-connect-webhook/blob/main/docs/webhook.md.
 */
export const connectPayload = {
  timestamp: "2026-11-21T09:00:00.123Z",
  app_version: "1.9.0",
  steps: [
    {
      count: 8432,
      start_time: "2026-11-19T22:00:00Z",
      end_time: "2026-11-20T22:00:00Z",
      metadata: { data_origin: "com.google.android.apps.fitness", recording_method: "automatically_recorded" },
    },
  ],
  sleep: [
    {
      session_end_time: "2026-11-20T05:00:00Z",
      duration_seconds: 27_000,
      stages: [
        {
          stage: "deep",
          start_time: "2026-11-19T22:00:00Z",
          end_time: "2026-11-20T00:00:00Z",
          duration_seconds: 7200,
        },
      ],
    },
  ],
  distance: [{ meters: 5420, start_time: "2026-11-20T06:00:00Z", end_time: "2026-11-20T07:00:00Z" }],
  hydration: [
    { liters: 0.5, start_time: "2026-11-20T08:30:00Z", end_time: "2026-11-20T08:31:00Z" },
    { liters: 0.3, start_time: "2026-11-20T12:00:00Z", end_time: "2026-11-20T12:01:00Z" },
  ],
  weight: [{ kilograms: 75.5, time: "2026-11-20T05:30:00Z" }],
  exercise: [
    {
      type: "running",
      start_time: "2026-11-20T06:00:00Z",
      end_time: "2026-11-20T07:00:00Z",
      duration_seconds: 3600,
      distance_meters: 5420,
      steps: 6800,
    },
  ],
  nutrition: [
    { protein_grams: 25, name: "Oatmeal", start_time: "2026-11-20T05:30:00Z", end_time: "2026-11-20T05:31:00Z" },
  ],
  intermenstrual_bleeding: [{ time: "2026-11-20T14:00:00Z" }],
};
