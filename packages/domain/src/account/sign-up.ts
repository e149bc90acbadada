/** Who may sign up (SIGN_UP): everyone, people with an invitation, or no one. */
export const signUpModes = ["open", "invite", "closed"] as const;
export type SignUpMode = (typeof signUpModes)[number];
