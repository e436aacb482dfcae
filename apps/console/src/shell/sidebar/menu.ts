import type { ModuleName } from '@carapace/shared/modules'
import type { MenuItem, MenuSection } from '../../core/install/module-install.ts'
import { modules } from '../modules.ts'
import { screenOf } from '../site-map/site-map.ts'

export interface Section extends Omit<MenuSection, 'order' | 'isAlone'> {
  /** The module whose pages show this section alone; absent: it stands with the others of a program. */
  readonly alone?: ModuleName
}

/** The workspace's sidebar, in the specification's order. */
export const workspaceItems: readonly MenuItem[] = modules
  .flatMap((module) => module.workspaceItems ?? [])
  .toSorted((a, b) => a.order - b.order)

/** The sections of the program's sidebar, in the specification's order. */
export const sections: readonly Section[] = modules
  .flatMap(({ name, sections: own = [] }) => own.map((section) => ({ ...section, module: name as ModuleName })))
  .toSorted((a, b) => a.order - b.order)
  .map(({ title, icon, items, isAlone, module }) => ({ title, icon, items, ...(isAlone && { alone: module }) }))

/** What a program's own pages show: everything but the settings, which are a person's. */
const ofPrograms = sections.filter(({ alone }) => alone !== 'settings')

/**
 * The sections beside a page: its module's own, a program's, or none where the workspace's sidebar stands (rule
 * NAVIGATION-4).
 */
export function sectionsAt(path: string): readonly Section[] {
  const screen = screenOf(path)
  const own = sections.filter(({ alone }) => alone !== undefined && alone === screen?.module)
  if (own.length > 0 || screen?.query === undefined) return own
  return ofPrograms
}

/** The item that a page belongs to, of those that are offered: its own, or that of its list. */
export function itemAt(path: string, items: readonly MenuItem[]): MenuItem | undefined {
  const screen = screenOf(path)
  return screen && (items.find(({ href }) => href === screen.path) ?? items.find(({ href }) => href === screen.list))
}

/** The section whose items a page belongs to; where none is, the first. */
export function openSection(path: string, offered: readonly Section[]): Section | undefined {
  return offered.find(({ items }) => itemAt(path, items)) ?? offered[0]
}
