import { createFileRoute } from "@tanstack/react-router";
import { GeneralSettings } from "../../../features/account/settings-page/general-settings.tsx";

export const Route = createFileRoute("/_user/settings/")({ component: GeneralSettings });
