import { moduleNamed } from '@carapace/shared/modules'
import { screenAt, screenOf } from './site-map.ts'

export interface Crumb {
  readonly text: string
  /** Where it leads; absent: it is where one is, or no place. */
  readonly to?: string
}

/**
 * Where a path is: its module, its list and what is shown of it (rule N1). `shown` is what the page calls itself: one that has its list's
 * name is a view of that list.
 */
export function crumbsAt(path: string, shown: string): readonly Crumb[] {
  const screen = screenOf(path)
  if (!screen) return []
  const module = { text: moduleNamed(screen.module).title }
  const list = screen.list === undefined ? undefined : screenAt(screen.list)
  if (list && list.title !== shown) return [module, { text: list.title, to: list.path }, { text: shown }]
  const { title } = list ?? screen
  return title === module.text ? [module] : [module, { text: title }]
}
