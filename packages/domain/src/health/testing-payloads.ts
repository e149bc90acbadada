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

/**
 * Payloads of Life Dashboard Companion, in the form of
 * https://github.com/owen282000/life-dashboard-companion-app/blob/main/docs/webhook.md.
 */
export const lifeDashboardPayload = {
  timestamp: "2026-11-21T09:00:00Z",
  app_version: "1.8.0",
  source: "health_connect",
  steps: [
    {
      ...{ count: 1234, start_time: "2026-11-20T08:00:00Z", end_time: "2026-11-20T09:00:00Z" },
      ...{ source: "com.zepp.app", uuid: "5f0c1d6e" },
    },
    { bucket_start: "2026-11-20T09:00:00Z", bucket_end: "2026-11-20T10:00:00Z", sample_count: 12, total: 1840 },
  ],
  heart_rate: [
    {
      ...{ bucket_start: "2026-11-20T08:00:00Z", bucket_end: "2026-11-20T08:01:00Z" },
      ...{ sample_count: 58, avg: 72.4, min: 66, max: 81 },
    },
  ],
  heart_rate_variability: [{ heart_rate_variability_millis: 42.5, time: "2026-11-20T07:00:00Z" }],
  vo2_max: [{ vo2_ml_per_min_per_kg: 42.5, time: "2026-11-20T09:00:00Z" }],
  basal_metabolic_rate: [{ kilocalories_per_day: 1650, time: "2026-11-20T00:00:00Z" }],
  body_water_mass: [{ kilograms: 42, time: "2026-11-20T07:00:00Z" }],
  nutrition: [
    {
      ...{ calories: 450, dietary_fibre_g: 6.2, sugars_g: 9.1, sodium_mg: 180 },
      ...{ start_time: "2026-11-20T12:00:00Z", end_time: "2026-11-20T12:30:00Z" },
    },
  ],
  mindfulness: [
    {
      ...{ title: null, start_time: "2026-11-20T06:00:00Z", end_time: "2026-11-20T06:15:00Z" },
      duration_seconds: 900,
    },
  ],
  daily_totals: [{ date: "2026-11-20", steps: 8421, distance_meters: 6210.4, active_calories: 412 }],
  _resolutions: { steps: "1h", heart_rate: "1m" },
  _diagnostics: { steps: { permission_granted: true, page_count: 1, error: null } },
};

export const screenTimePayload = {
  timestamp: "2026-11-21T09:00:00Z",
  app_version: "1.8.0",
  device: "Phone",
  source: "screen_time",
  screen_time: [
    {
      date: "2026-11-20",
      total_screen_time_minutes: 180,
      apps: [
        { package: "org.example.chat", name: "Chat", minutes: 45, last_used: "2026-11-20T11:30:00Z" },
        { package: "org.example.maps", name: "Maps", minutes: 12, last_used: "2026-11-20T12:30:00Z" },
      ],
    },
  ],
};
