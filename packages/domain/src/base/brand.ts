/** The name of the product in titles, mails and documents. It is defined only here. */
export const brand = "Daymark";

/** Shown on the scroll-to-top button; the same as in the root package.json. */
export const version = "0.1.6";
