import { Button } from "@daymark/ui/button";
import { Trans } from "@lingui/react/macro";
import Keyboard from "lucide-react/icons/keyboard";
import { showTool } from "../../tracking/command/tools.ts";
import { SingleKeySwitch } from "../../tracking/shortcut/single-key-switch.tsx";
import { SettingCard } from "./setting-card.tsx";

/** Keyboard settings. They depend on the keyboard, so the browser stores them. */
export function KeyboardCard() {
  return (
    <SettingCard title={<Trans>Keyboard</Trans>} description={<Trans>Ctrl+K opens all commands, on any page.</Trans>}>
      <div className="px-5 py-4.5 sm:px-6">
        <SingleKeySwitch />
        <Button
          size="small"
          icon={<Keyboard aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => showTool("shortcuts")}
          className="mt-3"
        >
          <Trans>All keyboard shortcuts</Trans>
        </Button>
      </div>
    </SettingCard>
  );
}
