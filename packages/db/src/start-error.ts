/** A start that a person can put right: the message is one sentence that says what is wrong and what to do. */
export class StartError extends Error {
  override name = "StartError";
}

/** What is wanted is another process's at the moment. */
export class InUseError extends StartError {}
