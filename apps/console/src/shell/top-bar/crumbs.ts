import { moduleNamed } from '@carapace/shared/modules'
import { type Screen, screenAt, screenOf } from '../site-map/site-map.ts'

export interface Crumb {
  readonly text: string
  /** Where it leads; absent: it is where one is, or no place. */
  readonly to?: string
  /** Somebody's own words, of any length: where there is no room for all, these are cut short. */
  readonly isName?: true
}

/** What is known of the program that a page is of. */
interface Known {
  /** What it is called; absent until it was told. */
  readonly program?: string | undefined
  /** The number of what lies open on the page: "TS-031". */
  readonly open?: string | undefined
}

const programs = '/org/lifecycle/programs'

/**
 * Where a path is: its module, its list and what is shown of it (rule NAVIGATION-1). `shown` is what the page calls
 * itself: one that has its list's name is a view of that list.
 */
export function crumbsAt(path: string, shown: string, known: Known = {}): readonly Crumb[] {
  const screen = screenOf(path)
  if (!screen) return []
  const module = { text: moduleNamed(screen.module).title }
  const list = screen.list === undefined ? undefined : screenAt(screen.list)
  if (screen.module === 'lifecycle' && screen.query === 'programId' && list?.path !== programs)
    return [module, ...crumbsOfProgram(screen, known)]
  if (list && list.title !== shown) return [module, { text: list.title, to: list.path }, { text: shown }]
  const { title } = list ?? screen
  return title === module.text ? [module] : [module, { text: title }]
}

/** The programs, the one, its page, and what lies open there; whatever is above leads there. */
function crumbsOfProgram({ path, title }: Screen, { program, open }: Known): Crumb[] {
  const named: Crumb[] = program === undefined ? [] : [{ text: program, to: '/org/lifecycle/program', isName: true }]
  const above: Crumb[] = [{ text: 'Programs', to: programs }, ...named]
  return open === undefined ? [...above, { text: title }] : [...above, { text: title, to: path }, { text: open }]
}
