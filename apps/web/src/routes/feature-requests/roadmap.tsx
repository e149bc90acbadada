import { createFileRoute } from "@tanstack/react-router";
import { Roadmap } from "../../features/community/feature-request/roadmap.tsx";

export const Route = createFileRoute("/feature-requests/roadmap")({
  loader: async ({ context }) => {
    const { list } = context.read.featureRequest;
    const [considered, planned, inProgress, shipped, declined] = await Promise.all([
      list({ status: "open", stage: "none" }),
      list({ status: "open", stage: "planned" }),
      list({ status: "open", stage: "in_progress" }),
      list({ status: "closed", reason: "shipped", sort: "active" }),
      list({ status: "closed", reason: "declined", sort: "active" }),
      context.languages.need("board", "thread"),
    ]);
    return { considered, planned, inProgress, shipped, declined };
  },
  component: Roadmap,
});
