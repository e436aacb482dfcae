import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core'
import { DesktopIcon, FlashIcon, MoonIcon, TickIcon } from '@blueprintjs/icons'
import { chooseTheme, type Theme, useTheme } from '../../core/preferences/theme.ts'

const choices = [
  { theme: 'light', text: 'Light', icon: <FlashIcon /> },
  { theme: 'dark', text: 'Dark', icon: <MoonIcon /> },
  { theme: 'system', text: 'As the system', icon: <DesktopIcon /> },
] as const satisfies readonly { theme: Theme; text: string; icon: React.ReactElement }[]

export function ThemeMenu() {
  const { theme, shade } = useTheme()
  return (
    <PopoverNext placement="bottom-end" arrow={false} animation="minimal" content={<Themes />}>
      <Button
        variant="minimal"
        icon={shade === 'dark' ? <MoonIcon /> : <FlashIcon />}
        aria-label={`Theme: ${theme ?? shade}`}
        title="Theme"
      />
    </PopoverNext>
  )
}

/** The three choices, with the current one ticked; none is ticked until the user has chosen. */
function Themes() {
  const { theme: chosen } = useTheme()
  return (
    <Menu aria-label="Theme">
      {choices.map(({ theme, text, icon }) => (
        <MenuItem
          key={theme}
          icon={icon}
          text={text}
          labelElement={theme === chosen ? <TickIcon /> : undefined}
          aria-current={theme === chosen}
          onClick={() => chooseTheme(theme)}
        />
      ))}
    </Menu>
  )
}
