import { createFileRoute } from "@tanstack/react-router";
import { Switches } from "../../../features/operator/admin/switches.tsx";

export const Route = createFileRoute("/_admin/admin/switches")({ component: Switches });
