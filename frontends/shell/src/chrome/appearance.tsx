import { colourSchemes, setColourScheme, useColourScheme } from '@numscope/ui';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { t } from '../texts/texts.ts';

/** The icon of each appearance. */
export const schemeIcons = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon } as const;

/** Light, dark or as the system is, for the drawer, which is no menu. */
export function AppearanceButtons() {
  const scheme = useColourScheme();
  return (
    <fieldset className="sh-languages" aria-label={t('appearance')}>
      {colourSchemes.map((one) => {
        const Icon = schemeIcons[one];
        return (
          <button
            key={one}
            type="button"
            className="ns-menu-item"
            aria-pressed={one === scheme}
            onClick={() => setColourScheme(one)}
          >
            <Icon size={16} stroke={1.7} aria-hidden />
            {t(one)}
          </button>
        );
      })}
    </fieldset>
  );
}
