/** A start error that a person can fix. The message is one sentence that states the problem and the remedy. */
export class StartError extends Error {
  override name = "StartError";
}

/** Another process uses the resource at the moment. */
export class InUseError extends StartError {}
