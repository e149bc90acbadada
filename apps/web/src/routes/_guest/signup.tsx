import { createFileRoute } from "@tanstack/react-router";
import { SignUp } from "../../features/account/auth/sign-up.tsx";
import { readNext } from "../../lib/guards.ts";

export const Route = createFileRoute("/_guest/signup")({ validateSearch: readNext, component: SignUp });
