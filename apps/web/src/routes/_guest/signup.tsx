import { createFileRoute } from "@tanstack/react-router";
import { SignUp } from "../../features/auth/sign-up.tsx";

export const Route = createFileRoute("/_guest/signup")({ component: SignUp });
