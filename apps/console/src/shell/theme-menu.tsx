import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DesktopIcon, FlashIcon, MoonIcon, TickIcon } from '@blueprintjs/icons'
import { chooseTheme, type Theme, useTheme } from '../core/theme.ts'

const choices = [
  { theme: 'light', text: 'Light', icon: <FlashIcon /> },
  { theme: 'dark', text: 'Dark', icon: <MoonIcon /> },
  { theme: 'system', text: 'As the system', icon: <DesktopIcon /> },
] as const satisfies readonly { theme: Theme; text: string; icon: React.ReactElement }[]

export function ThemeMenu() {
  const { theme, shade } = useTheme()
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<Menu aria-label="Theme"><ThemeItems /></Menu>}>
      <Button variant="minimal" icon={shade === 'dark' ? <MoonIcon /> : <FlashIcon />} aria-label={`Theme: ${theme}`} title="Theme" />
    </PopoverNext>
  )
}

/** The three choices as menu items, the present one ticked. */
export function ThemeItems() {
  const { theme: chosen } = useTheme()
  return choices.map(({ theme, text, icon }) => (
    <MenuItem
      key={theme}
      icon={icon}
      text={text}
      labelElement={theme === chosen ? <TickIcon /> : undefined}
      aria-current={theme === chosen}
      onClick={() => chooseTheme(theme)}
    />
  ))
}
