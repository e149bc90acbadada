import { createFileRoute } from "@tanstack/react-router";
import { Roadmap } from "../../features/community/feature-request/roadmap.tsx";

export const Route = createFileRoute("/feature-requests/roadmap")({
  loader: async ({ context }) => {
    const { list } = context.read.featureRequest;
    const [open, shipped, declined] = await Promise.all([
      list({ status: "open" }),
      list({ status: "closed", reason: "shipped", sort: "active" }),
      list({ status: "closed", reason: "declined", sort: "active" }),
      context.languages.need("board", "thread"),
    ]);
    return { open, shipped, declined };
  },
  component: Roadmap,
});
