import { createFileRoute } from "@tanstack/react-router";
import { Files } from "../../../features/operator/admin/files.tsx";

export const Route = createFileRoute("/_admin/admin/files")({ component: Files });
