import { expect, test } from "vitest";
import { parseUploadsUrl } from "./uploads-url.ts";

const amazon = { bucket: "pictures", prefix: "", endpoint: undefined, region: "us-east-1", isPathStyle: false };
const endpoint = "https://s3.example.org";

test.each([
  ["s3://pictures", amazon],
  ["s3://pictures/", amazon],
  ["s3://pictures?region=eu-central-1", { ...amazon, region: "eu-central-1" }],
  ["s3://pictures/daymark", { ...amazon, prefix: "daymark/" }],
  ["s3://pictures/of/day_mark.1/", { ...amazon, prefix: "of/day_mark.1/" }],
  [`s3://pictures?endpoint=${endpoint}`, { ...amazon, endpoint, isPathStyle: true }],
  [`s3://pictures?endpoint=${endpoint}&path_style=off`, { ...amazon, endpoint }],
  [
    "s3://p-1.x?endpoint=http://127.0.0.1:9000/storage/v1",
    { ...amazon, bucket: "p-1.x", endpoint: "http://127.0.0.1:9000/storage/v1", isPathStyle: true },
  ],
])("%s names a bucket", (url, bucket) => {
  expect(parseUploadsUrl(url)).toEqual(bucket);
});

test.each([
  ["pictures", "an address such as"],
  ["https://s3.example.org/pictures", "an address such as"],
  ["s3:pictures", "a bucket"],
  ["s3://", "a bucket"],
  ["s3://Pictures_1", "a bucket"],
  ["s3://pi", "a bucket"],
  ["s3://key:secret@pictures", "UPLOADS_ACCESS_KEY_ID"],
  ["s3://pictures:9000", "UPLOADS_ACCESS_KEY_ID"],
  ["s3://pictures/a//b", "a prefix"],
  ["s3://pictures/a%2fb", "a prefix"],
  ["s3://pictures?acces_key=x", "no other parameters"],
  ["s3://pictures#x", "no other parameters"],
  ["s3://pictures?endpoint=s3.example.org", "as its endpoint"],
  ["s3://pictures?endpoint=https://key:secret@s3.example.org", "as its endpoint"],
  ["s3://pictures?region=Europe", "a region"],
  ["s3://pictures?path_style=yes", "on or off"],
])("%s is refused with a sentence", (url, says) => {
  expect(parseUploadsUrl(url)).toContain(says);
});

test("no error quotes a credential", () => {
  for (const url of ["s3://key:secret@pictures", "s3://pictures?endpoint=https://key:secret@s3.example.org"]) {
    expect(parseUploadsUrl(url)).not.toContain("secret");
  }
});
