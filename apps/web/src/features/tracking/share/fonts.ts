import cyrillicUrl from "@fontsource-variable/onest/files/onest-cyrillic-wght-normal.woff2?url";
import latinUrl from "@fontsource-variable/onest/files/onest-latin-wght-normal.woff2?url";

/** Latin with accents and punctuation; other characters in a title use a font of the device. */
const faces = [
  { url: latinUrl, range: "U+0000-00FF, U+2000-206F, U+20AC, U+2122, U+2212", isNeeded: () => true },
  {
    url: cyrillicUrl,
    range: "U+0301, U+0400-045F, U+0490-0491",
    isNeeded: (text: string) => /\p{Script=Cyrillic}/u.test(text),
  },
];

/** `@font-face` rules with the product's font as data: an SVG file cannot load it otherwise. */
export async function fontFaces(text: string): Promise<string> {
  const rules = await Promise.all(
    faces
      .filter(({ isNeeded }) => isNeeded(text))
      .map(async ({ url, range }) => {
        const answer = await fetch(url);
        if (!answer.ok) return "";
        const data = await base64Of(await answer.blob());
        return `@font-face{font-family:Onest;font-weight:100 900;src:url(${data}) format("woff2");unicode-range:${range}}`;
      }),
  );
  return rules.join("");
}

/** A `data:` URL with the content of a file. */
function base64Of(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
