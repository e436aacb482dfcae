import type { ReactNode } from 'react'
import './ui.css'

/** A heading within a menu. Blueprint's own is an `<h6>`, which breaks the page's outline. */
export function MenuTitle({ children }: { readonly children: ReactNode }) {
  return (
    <li className="c-menu-title" role="none">
      {children}
    </li>
  )
}
