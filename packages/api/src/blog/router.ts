import { success } from "@daymark/domain/base/successes";
import {
  blogAudienceInput,
  blogAudienceSchema,
  blogCreateInput,
  blogDraftCreateInput,
  blogDraftCreateOutput,
  blogDraftIdInput,
  blogDraftListInput,
  blogDraftListSchema,
  blogDraftSchema,
  blogDraftUpdateInput,
  blogListInput,
  blogListSchema,
  blogSchema,
  blogSlugInput,
  blogUpdateInput,
  blogVersionInput,
  blogVersionListInput,
  blogVersionListSchema,
  blogVersionSchema,
  slugProposalInput,
  slugProposalSchema,
} from "@daymark/domain/community/blog";
import { blogTagListInput, blogTagListSchema } from "@daymark/domain/community/blog-tag";
import { ApiError } from "../base/error.ts";
import { optionalProcedure, router, staffProcedure } from "../procedure/trpc.ts";
import { blogCommentRouter } from "./comment.ts";
import { createPost } from "./create.ts";
import { deletePost } from "./delete.ts";
import { deleteDraft, listDrafts, openDraft, readDraft, saveDraft } from "./draft.ts";
import { findPost, isAdmin } from "./find.ts";
import { countToBeTold } from "./publication/announce.ts";
import { blogReactionRouter } from "./reaction.ts";
import { listPosts, readPost } from "./read.ts";
import { proposeSlug } from "./slug.ts";
import { listTags } from "./tag.ts";
import { updatePost } from "./update.ts";
import { listVersions, readVersion } from "./version.ts";

const draftRouter = router({
  list: staffProcedure
    .meta({ openapi: { method: "GET", path: "/blog-drafts/", summary: "List drafts, newest first" } })
    .input(blogDraftListInput)
    .output(blogDraftListSchema)
    .query(async ({ ctx }) => ({ results: await listDrafts(ctx.db), next: null })),

  get: staffProcedure
    .meta({
      openapi: { method: "GET", path: "/blog-drafts/{id}/", summary: "Get a draft" },
      errors: ["blog_draft_not_found"],
    })
    .input(blogDraftIdInput)
    .output(blogDraftSchema)
    .query(({ ctx, input }) => readDraft(ctx.db, input.id)),

  create: staffProcedure
    .meta({
      openapi: {
        method: "POST",
        path: "/blog-drafts/",
        summary: "Create a draft, or open the draft of a post",
        status: 201,
        statusOf: ({ created }: { created: boolean }) => (created ? 201 : 200),
      },
      audit: { unrecorded: "a working copy: readers see it only once it is published" },
      errors: ["blog_not_found", "conflict"],
    })
    .input(blogDraftCreateInput)
    .output(blogDraftCreateOutput)
    .mutation(({ ctx, input }) => openDraft(ctx, input)),

  update: staffProcedure
    .meta({
      openapi: { method: "PATCH", path: "/blog-drafts/{id}/", summary: "Save a draft" },
      audit: { unrecorded: "saved by itself every few seconds; publishing is recorded" },
      errors: ["blog_draft_not_found", "conflict"],
    })
    .input(blogDraftUpdateInput)
    .output(blogDraftSchema)
    .mutation(({ ctx, input }) => saveDraft(ctx, input)),

  delete: staffProcedure
    .meta({
      openapi: { method: "DELETE", path: "/blog-drafts/{id}/", summary: "Delete a draft" },
      audit: { target: ["draft {id}"] },
      errors: ["blog_draft_not_found"],
    })
    .input(blogDraftIdInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deleteDraft(ctx.db, input.id);
      return { detail: "blog_draft_deleted" };
    }),
});

const tagRouter = router({
  list: optionalProcedure
    .meta({ openapi: { method: "GET", path: "/blog-tags/", summary: "List the tags of posts, most used first" } })
    .input(blogTagListInput)
    .output(blogTagListSchema)
    .query(async ({ ctx, input }) => ({ results: await listTags(ctx.db, ctx.now(), input), next: null })),
});

const versionRouter = router({
  list: staffProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/blogs/{blog_slug}/versions/",
        summary: "List the versions of a post, newest first",
      },
      errors: ["blog_not_found"],
    })
    .input(blogVersionListInput)
    .output(blogVersionListSchema)
    .query(async ({ ctx, input }) => ({ results: await listVersions(ctx.db, input.blog_slug), next: null })),

  get: staffProcedure
    .meta({
      openapi: { method: "GET", path: "/blogs/{blog_slug}/versions/{number}/", summary: "Get a version of a post" },
      errors: ["blog_not_found"],
    })
    .input(blogVersionInput)
    .output(blogVersionSchema)
    .query(({ ctx, input }) => readVersion(ctx.db, input.blog_slug, input.number)),
});

export const blogRouter = router({
  list: optionalProcedure
    .meta({
      openapi: { method: "GET", path: "/blogs/", summary: "List posts, newest first" },
      errors: ["invalid_cursor", "permission_denied"],
    })
    .input(blogListInput)
    .output(blogListSchema)
    .query(async ({ ctx, input }) => {
      if (input.drafts && !ctx.caller) throw new ApiError("not_authenticated");
      if (input.drafts && !isAdmin(ctx)) throw new ApiError("permission_denied");
      return listPosts(ctx.db, ctx, input);
    }),

  get: optionalProcedure
    .meta({
      openapi: { method: "GET", path: "/blogs/{blog_slug}/", summary: "Get a post by its slug or a former slug" },
      errors: ["blog_not_found"],
    })
    .input(blogSlugInput)
    .output(blogSchema)
    .query(({ ctx, input }) => readPost(ctx.db, ctx, input.blog_slug)),

  create: staffProcedure
    .meta({
      openapi: { method: "POST", path: "/blogs/", summary: "Create a post", status: 201 },
      audit: { made: "post {slug}", details: ["language", "published", "publish_at", "translation_of"] },
      invalidates: ["blog"],
      errors: ["slug_taken"],
    })
    .input(blogCreateInput)
    .output(blogSchema)
    .mutation(async ({ ctx, input }) => readPost(ctx.db, ctx, await createPost(ctx, input))),

  update: staffProcedure
    .meta({
      openapi: { method: "PATCH", path: "/blogs/{blog_slug}/", summary: "Change, publish or unpublish a post" },
      audit: { target: ["post {blog_slug}"], details: ["slug", "language", "published", "publish_at"] },
      invalidates: ["blog"],
      errors: ["blog_not_found", "slug_taken"],
    })
    .input(blogUpdateInput)
    .output(blogSchema)
    .mutation(async ({ ctx, input }) => readPost(ctx.db, ctx, await updatePost(ctx, input))),

  delete: staffProcedure
    .meta({
      openapi: { method: "DELETE", path: "/blogs/{blog_slug}/", summary: "Delete a post in its language" },
      audit: { target: ["post {blog_slug}"] },
      invalidates: ["blog"],
      errors: ["blog_not_found"],
    })
    .input(blogSlugInput)
    .output(success)
    .mutation(async ({ ctx, input }) => {
      await deletePost(ctx.db, input.blog_slug);
      return { detail: "blog_deleted" };
    }),

  slug: staffProcedure
    .meta({
      openapi: { method: "GET", path: "/blog-slug/", summary: "Propose a slug for a title" },
      errors: ["blog_not_found"],
    })
    .input(slugProposalInput)
    .output(slugProposalSchema)
    .query(async ({ ctx, input: { title, blog_slug } }) => {
      const ownId = blog_slug === undefined ? null : (await findPost(ctx.db, ctx, blog_slug)).id;
      return { slug: await proposeSlug(ctx.db, title, ownId) };
    }),

  audience: staffProcedure
    .meta({
      openapi: {
        method: "GET",
        path: "/blog-audience/",
        summary: "Count the subscribers who get an email when a post is published",
      },
      errors: ["blog_not_found"],
    })
    .input(blogAudienceInput)
    .output(blogAudienceSchema)
    .query(async ({ ctx, input: { blog_slug } }) => {
      const threadId = blog_slug === undefined ? null : (await findPost(ctx.db, ctx, blog_slug)).thread_id;
      return { subscribers: await countToBeTold({ db: ctx.db, replica: ctx.services.replica }, threadId) };
    }),

  draft: draftRouter,
  tag: tagRouter,
  version: versionRouter,
  reaction: blogReactionRouter,
  comment: blogCommentRouter,
});
