import { readdir } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { version } from "@daymark/domain/base/brand";
import { Counter, Gauge, type Registry } from "prom-client";

const eventLoopResolutionMs = 20;

/**
 * Registers the metrics of this process. The library's default metrics are not used: their help texts differ from
 * ours, and they add other series. `close` ends the measurement of the event loop.
 */
export function registerProcessMetrics(registry: Registry): { close(): void } {
  const registers = [registry];
  new Gauge({
    name: "daymark_build_info",
    help: "Which version this is.",
    labelNames: ["version", "node"],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  new Gauge({
    name: "process_start_time_seconds",
    help: "When the process began, since the epoch.",
    registers,
  }).set(performance.timeOrigin / 1000);
  new Counter({
    name: "process_cpu_seconds_total",
    help: "Processor time that the process has taken.",
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  registerMemoryMetrics(registry);
  // Only Linux lists the open files in a folder.
  if (process.platform === "linux") registerOpenFiles(registry);
  return registerEventLoopMetrics(registry);
}

function registerMemoryMetrics(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    name: "process_resident_memory_bytes",
    help: "Memory of the process, without the database's.",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
  new Gauge({
    name: "nodejs_heap_size_used_bytes",
    help: "Of the JavaScript heap, in use.",
    registers,
    collect() {
      this.set(process.memoryUsage().heapUsed);
    },
  });
  new Gauge({
    name: "nodejs_heap_size_total_bytes",
    help: "Of the JavaScript heap, reserved.",
    registers,
    collect() {
      this.set(process.memoryUsage().heapTotal);
    },
  });
  new Gauge({
    name: "nodejs_external_memory_bytes",
    help: "Of buffers outside of the heap.",
    registers,
    collect() {
      this.set(process.memoryUsage().external);
    },
  });
}

function registerOpenFiles(registry: Registry): void {
  new Gauge({
    name: "process_open_fds",
    help: "Files and connections that are open.",
    registers: [registry],
    async collect() {
      // Opening the folder fails when the process has no file descriptor left. The other metrics are still rendered.
      const names = await readdir("/proc/self/fd").catch(() => null);
      if (names) this.set(names.length);
      else this.remove();
    },
  });
}

function registerEventLoopMetrics(registry: Registry): { close(): void } {
  const registers = [registry];
  const delay = monitorEventLoopDelay({ resolution: eventLoopResolutionMs });
  delay.enable();
  let lastUtilization = performance.eventLoopUtilization();

  new Gauge({
    name: "nodejs_eventloop_lag_mean_seconds",
    help: "Mean delay of the event loop since the last scrape.",
    registers,
    // The first gauge in the text sets all four, because reading it resets the measurement.
    collect() {
      this.set(toSeconds(delay.mean));
      lagP99.set(toSeconds(delay.percentile(99)));
      lagMax.set(toSeconds(delay.max));
      delay.reset();
      utilization.set(performance.eventLoopUtilization(lastUtilization).utilization);
      lastUtilization = performance.eventLoopUtilization();
    },
  });
  const lagP99 = new Gauge({
    name: "nodejs_eventloop_lag_p99_seconds",
    help: "99th percentile of it.",
    registers,
  });
  const lagMax = new Gauge({ name: "nodejs_eventloop_lag_max_seconds", help: "The longest of it.", registers });
  const utilization = new Gauge({
    name: "nodejs_eventloop_utilization",
    help: "Share of the time since the last scrape in which it was busy.",
    registers,
  });
  return { close: () => void delay.disable() };
}

/** The mean is NaN until something was measured. */
function toSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
}
