import { checkRoutes, checkStates } from "../stage/axe.ts";
import { createAdmin, createReader } from "../stage/database.ts";
import { press, test } from "../stage/stage.ts";
import { publish, uploadPicture } from "./blog-post.ts";

const timeout = 120_000;

test("axe finds no problem on the blog in any language, theme and width", { timeout }, async ({ stage }) => {
  stage.expectError(/status of 40[34]/);
  const admin = await createAdmin(stage);
  const reader = await createReader(stage);
  const picture = await uploadPicture(stage.url, admin, "A shape");
  const blocks = [
    { kind: "title", text: "How" },
    {
      kind: "paragraph",
      text: "Look at https://example.org/a-very-long-address-that-has-to-be-broken-somewhere-to-fit",
    },
    { kind: "image", image_id: picture.id, alt: "A shape" },
    { kind: "link", text: "A study", url: "https://example.org/" },
    { kind: "divider" },
    { kind: "subtitle", text: "Why" },
    { kind: "paragraph", text: "word ".repeat(200).trim() },
  ];
  const { slug } = await publish(admin, { blocks });
  await publish(admin, { blocks, language: "uk", translation_of: slug });
  await publish(admin, { published: false });
  const said = await reader.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, {
    text: "One https://example.org/x",
  });
  const gone = await reader.call<{ id: number }>("POST", `/blogs/${slug}/comments/`, { text: "Two" });
  await admin.call("POST", `/blogs/${slug}/comments/`, { text: "Three", parent_id: gone.id });
  await reader.call("DELETE", `/blogs/${slug}/comments/${gone.id}/`);

  const guest = await stage.visit({ language: "en", theme: "light" });
  await checkRoutes(guest, [
    { name: "list", open: () => guest.goto("/blog") },
    { name: "post", open: () => guest.goto(`/blog/${slug}`) },
  ]);
  await checkStates(guest, [{ name: "nothing found", open: () => guest.goto("/blog?search=zzzz") }]);

  const user = await stage.visit({ language: "en", theme: "light", as: admin });
  const more = user.locator(`#comment-${said.id} button[aria-haspopup=menu]`);
  await checkStates(user, [
    {
      name: "admin's list",
      open: async () => {
        await user.goto("/blog");
        await user.locator('a[href="/blog/new"]').waitFor();
      },
    },
    {
      name: "errors and an answer",
      open: async () => {
        await user.goto(`/blog/${slug}`);
        await user.locator("#comment-form button[type=submit]").click();
        await user.locator("#comment-form [aria-invalid=true]").waitFor();
        await user.locator(`#answer-${said.id}`).click();
      },
    },
    {
      name: "menu of a comment",
      open: async () => {
        await more.click();
        await user.getByRole("menuitem", { name: /^Ban/ }).waitFor();
      },
    },
    {
      name: "ban",
      open: async () => {
        await press(user.getByRole("menuitem", { name: /^Ban/ }));
        await user.getByRole("dialog").waitFor();
      },
    },
    {
      name: "delete",
      open: async () => {
        await user.keyboard.press("Escape");
        await user.getByRole("dialog").waitFor({ state: "detached" });
        await more.click();
        await press(user.getByRole("menuitem", { name: "Delete" }));
        await user.getByRole("alertdialog").waitFor();
      },
    },
  ]);

  const other = await stage.visit({ language: "en", theme: "light", as: await createReader(stage) });
  await checkStates(other, [
    {
      name: "report",
      open: async () => {
        await other.goto(`/blog/${slug}`);
        await other.locator(`#comment-${said.id} button[aria-haspopup=menu]`).click();
        await press(other.getByRole("menuitem", { name: "Report" }));
        await other.getByRole("dialog").waitFor();
      },
    },
  ]);
});
