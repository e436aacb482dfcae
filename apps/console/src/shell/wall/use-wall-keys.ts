import { useLocation, useNavigate } from '@tanstack/react-router'
import { useHotkeys } from '../../core/hotkeys/hotkeys.ts'
import { wallParts } from '../../core/wall/wall.ts'
import { usualSettings, wallIn, withoutWall, withWall } from './wall-search.ts'

/** The wall's state in the address, and functions to change it. */
export function useWall() {
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search })
  const go = (next: object) => void navigate({ to: '.', search: next as never, replace: true })
  return {
    wallView: wallIn(search),
    show: (settings = usualSettings()) => go(withWall(search, settings)),
    leave: () => go(withoutWall(search)),
  }
}

/** `w` opens and closes the wall; Escape closes it (rule WALL-1). */
export function useWallKeys(): void {
  const { wallView, show, leave } = useWall()
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') })
  const isShown = wallView === 'shown'
  const offered = isShown || wallParts().some(({ pages }) => pages.includes(pathname))
  useHotkeys([
    ...(offered
      ? [
          {
            keys: 'w',
            title: isShown ? 'Leave the wall' : 'Wall',
            group: 'View',
            run: () => (isShown ? leave() : show()),
          },
        ]
      : []),
    ...(isShown ? [{ keys: 'Escape', title: 'Leave the wall', group: 'View', inFields: true, run: leave }] : []),
  ])
}
