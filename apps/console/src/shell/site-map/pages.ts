import { moduleNamed } from '@carapace/shared/modules'
import type { ReactElement } from 'react'
import type { MenuItem } from '../../core/install/module-install.ts'
import { sections, workspaceItems } from '../sidebar/menu.ts'
import { type Screen, screenAt } from './site-map.ts'

/** A page that can be opened from everywhere. */
export interface Page {
  readonly to: string
  readonly title: string
  /** The title in the menu. */
  readonly menuTitle: string
  readonly icon: ReactElement
  readonly moduleTitle: string
  readonly keys?: string
}

/**
 * The menus' pages that need no program, in the menus' order, without duplicates: for the palette and the `g`
 * sequences.
 */
export const pages: readonly Page[] = [
  ...new Map(
    [...workspaceItems, ...sections.flatMap(({ items }) => items)].flatMap(pageOf).map((page) => [page.to, page]),
  ).values(),
]

function pageOf({ name, href, icon, keys }: MenuItem): Page[] {
  const screen = screenAt(href) as Screen
  if (screen.query !== undefined) return []
  return [
    {
      to: href,
      title: screen.title,
      menuTitle: name,
      icon,
      moduleTitle: moduleNamed(screen.module).title,
      ...(keys !== undefined && { keys }),
    },
  ]
}
