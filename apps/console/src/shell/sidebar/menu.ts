import type { ModuleName } from '@carapace/shared/modules'
import type { MenuItem, MenuSection } from '../../core/install/module-install.ts'
import { modules } from '../modules.ts'
import { screenOf } from '../site-map/site-map.ts'

export interface Section extends Omit<MenuSection, 'order' | 'isAlone'> {
  /** The module whose pages show only this section; absent: it is shown with the other sections of a program. */
  readonly alone?: ModuleName
  readonly module: ModuleName
}

/** The workspace's sidebar, in the specification's order. */
export const workspaceItems: readonly MenuItem[] = modules
  .flatMap((module) => module.workspaceItems ?? [])
  .toSorted((a, b) => a.order - b.order)

/** The sections of the program's sidebar, in the specification's order. */
export const sections: readonly Section[] = modules
  .flatMap(({ name, sections: own = [] }) => own.map((section) => ({ ...section, module: name as ModuleName })))
  .toSorted((a, b) => a.order - b.order)
  .map(({ title, icon, items, isAlone, module }) => ({ title, icon, items, module, ...(isAlone && { alone: module }) }))

/** The sections on a program's own pages: all except the settings, which belong to the user. */
const ofPrograms = sections.filter(({ alone }) => alone !== 'settings')

/**
 * The sections for a page: those of its module, those of a program, or none where the workspace's sidebar is shown
 * (rule NAVIGATION-4).
 */
export function sectionsAt(path: string): readonly Section[] {
  const screen = screenOf(path)
  const own = sections.filter(({ alone }) => alone !== undefined && alone === screen?.module)
  if (own.length > 0 || screen?.query === undefined) return own
  return ofPrograms
}

/** The item of a page among the given items: its own, or the item of its list. */
export function itemAt(path: string, items: readonly MenuItem[]): MenuItem | undefined {
  const screen = screenOf(path)
  return screen && (items.find(({ href }) => href === screen.path) ?? items.find(({ href }) => href === screen.list))
}

/** The section with the item of a page; without such a section, the first of the page's module, or of all. */
export function openSection(path: string, offered: readonly Section[]): Section | undefined {
  const here = screenOf(path)?.module
  return offered.find(({ items }) => itemAt(path, items)) ?? offered.find(({ module }) => module === here) ?? offered[0]
}
