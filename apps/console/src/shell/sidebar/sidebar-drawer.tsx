import { Drawer } from '@blueprintjs/core'
import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { setPreferences, usePreferences } from '../../core/preferences/preferences.ts'
import { SidebarMenu } from './sidebar.tsx'

/** Opens or closes the menu where it is a drawer. */
export function setDrawer(isOpen: boolean): void {
  setPreferences({ sidebar: isOpen ? 'open' : 'close', isSidebarOpen: isOpen })
}

/** On a phone the menu slides in from the left, and closes after use. */
export function SidebarDrawer() {
  const { isSidebarOpen } = usePreferences()
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => setDrawer(false), [pathname])
  return (
    <Drawer
      isOpen={isSidebarOpen}
      onClose={() => setDrawer(false)}
      position="left"
      size={288}
      title="Carapace"
      transitionDuration={120}
    >
      <nav className="rail rail-expanded rail-in-drawer" aria-label="Workspace">
        <SidebarMenu expanded />
      </nav>
    </Drawer>
  )
}
