import { Button, ButtonGroup } from '@blueprintjs/core'
import { CogIcon, DesktopIcon } from '@blueprintjs/icons'
import { useNavigate } from '@tanstack/react-router'
import { Kbd } from '../../core/ui/kbd.tsx'
import { IconButton } from '../../core/ui/tooltip.tsx'

/** Opens the wall, directly or after its settings: the shell shows it, and the address contains it (rule WALL-1). */
export function WallButton() {
  const navigate = useNavigate()
  const go = (wall: 1 | 'settings') =>
    void navigate({ to: '.', search: ((search: object) => ({ ...search, wall })) as never })
  return (
    <ButtonGroup>
      <Button className="db-wall" variant="minimal" icon={<DesktopIcon />} onClick={() => go(1)} aria-keyshortcuts="w">
        Wall <Kbd keys="w" />
      </Button>
      <IconButton icon={<CogIcon />} label="Wall settings" onClick={() => go('settings')} />
    </ButtonGroup>
  )
}
