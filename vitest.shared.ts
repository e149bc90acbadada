/**
 * What every project's tests run with; a project spreads it into its own configuration.
 *
 * The files of a project share the worker's modules, because to load the same hundreds of modules anew for each file took
 * as long as the tests themselves: no module of ours keeps anything that a test could leave to the next file but what it
 * puts back itself (globals, clocks), and each file has a database of its own.
 */
export const shared = {
  isolate: false,
  // Tests wait for PostgreSQL and timers half of their time; by default one of two cores would be kept for the runner.
  maxWorkers: 2,
};
