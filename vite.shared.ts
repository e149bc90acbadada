/** Comments that stay in what is built: licences. V8 holds the text of a program as long as it runs. */
export const comments = { legal: true, annotation: false, jsdoc: false };
