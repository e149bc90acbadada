import { createFileRoute } from "@tanstack/react-router";
import { Files } from "../../../features/admin/files.tsx";

export const Route = createFileRoute("/_admin/admin/files")({ component: Files });
