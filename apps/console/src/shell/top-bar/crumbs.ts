import { moduleNamed } from '@carapace/shared/modules'
import { type Screen, screenAt, screenOf } from '../site-map/site-map.ts'

export interface Crumb {
  readonly text: string
  /** The target; absent: it is the current page, or not a page. */
  readonly to?: string
  /** A name that users chose, of any length: where there is not enough room, these are truncated. */
  readonly isName?: true
}

/** The known data of the page's program. */
interface Known {
  /** The name of the program; absent until it is loaded. */
  readonly program?: string | undefined
  /** The number of the object that is open on the page: "TS-031". */
  readonly open?: string | undefined
}

const programs = '/org/lifecycle/programs'

/**
 * The breadcrumb of a path: its module, its list and the shown object (rule NAVIGATION-1). `shown` is the page's own
 * title: a page with its list's title is a view of that list.
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

/** The list of programs, the program, its page, and the open object; all except the last are links. */
function crumbsOfProgram({ path, title }: Screen, { program, open }: Known): Crumb[] {
  const named: Crumb[] = program === undefined ? [] : [{ text: program, to: '/org/lifecycle/program', isName: true }]
  const above: Crumb[] = [{ text: 'Programs', to: programs }, ...named]
  return open === undefined ? [...above, { text: title }] : [...above, { text: title, to: path }, { text: open }]
}
