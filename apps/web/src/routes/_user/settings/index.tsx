import { createFileRoute } from "@tanstack/react-router";
import { GeneralSettings } from "../../../features/settings/general-settings.tsx";

export const Route = createFileRoute("/_user/settings/")({ component: GeneralSettings });
