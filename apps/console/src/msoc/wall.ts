import { untilLoaded } from '../core/call/until-loaded.ts'
import { lazyPart } from '../core/install/lazy-part.ts'
import type { WallParts } from '../core/wall/wall.ts'

const loadDisplays = () => import('./dashboard/wall/wall-displays.tsx')

/** The displays of the operations, and the alerts that sound. */
export const msocWall: WallParts = {
  pages: ['/org/msoc/dashboard', '/org/msoc/dashboard/live-map'],
  displays: [
    { name: 'overview', title: 'Fleet overview', Display: lazyPart(async () => (await loadDisplays()).Overview) },
    { name: 'map', title: 'Fleet map', Display: lazyPart(async () => (await loadDisplays()).FullMap) },
    { name: 'alerts', title: 'Critical and high alerts', Display: lazyPart(async () => (await loadDisplays()).Alerts) },
    { name: 'pipeline', title: 'Pipeline and cases', Display: lazyPart(async () => (await loadDisplays()).Pipeline) },
    {
      name: 'panels',
      title: 'Custom panels',
      isOptional: true,
      Display: lazyPart(async () => (await import('./panels/wall-panels.tsx')).WallPanels),
    },
  ],
  Footer: lazyPart(async () => (await import('./dashboard/wall/last-refresh.tsx')).LastRefresh),
  listen(severities, raised) {
    let isOver = false
    let stop: (() => void) | undefined
    void untilLoaded(() => import('./dashboard/wall/listen.ts'), console.warn).then(({ listenForAlerts }) => {
      if (!isOver) stop = listenForAlerts(severities, raised)
    })
    return () => {
      isOver = true
      stop?.()
    }
  },
}
