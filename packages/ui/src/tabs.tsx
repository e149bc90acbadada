import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";

interface TabsProps<Value extends string> {
  label: string;
  tabs: readonly { value: Value; label: string; panel: ReactNode }[];
  value: Value;
  onValueChange: (value: Value) => void;
}

export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onValueChange(next)}>
      <BaseTabs.List aria-label={label} className="relative flex gap-1 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className={
              "min-h-control whitespace-nowrap px-3 text-[0.9375rem] font-[530] text-ink-muted transition-colors " +
              "hover:text-ink data-[active]:text-ink focus-visible:-outline-offset-2"
            }
          >
            {tab.label}
          </BaseTabs.Tab>
        ))}
        <BaseTabs.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) rounded-full bg-accent transition-[translate,width] duration-200" />
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel key={tab.value} value={tab.value} className="pt-5">
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  );
}
