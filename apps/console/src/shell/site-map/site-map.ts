import { type Licence, moduleNamed, type ModuleName } from '@carapace/shared/modules'
import type { Area, Query } from '../../core/install/module-install.ts'
import { modules } from '../modules.ts'

export interface Screen {
  /** Below the base path; `$name` is a parameter in an address. */
  readonly path: string
  readonly title: string
  readonly module: ModuleName
  readonly query?: Query
  /** The path of the list that it shows an item or a part of. */
  readonly list?: string
  /** Users without the module's licence who may see it. */
  readonly open?: Area['open']
}

/**
 * Every screen of the product, built or not. Menus, breadcrumbs, the palette, the licence gate, the page for screens
 * that are not built yet and `npm run routes` use this list.
 */
export const screens: readonly Screen[] = modules.flatMap(({ name, areas = [] }) =>
  areas.flatMap((area) => screensIn(name as ModuleName, area)),
)

function screensIn(module: ModuleName, { under, query, open, rows }: Area): Screen[] {
  return rows.map(([path, title, list]) => ({
    path: `${under}${path}` || '/',
    title,
    module,
    ...(query !== undefined && { query }),
    ...(open !== undefined && { open }),
    ...(list !== undefined && { list: `${under}${list}` }),
  }))
}

const byPath = new Map(screens.map((screen) => [screen.path, screen]))

/** The screen of exactly this path, if the specification has it. */
export function screenAt(path: string): Screen | undefined {
  return byPath.get(withoutSlash(path))
}

/**
 * The screen that a path belongs to: its own, or the nearest above it (rule NAVIGATION-1). A page of ours may have
 * parts that the specification does not name.
 */
export function screenOf(path: string): Screen | undefined {
  for (let above = withoutSlash(path); above !== ''; above = above.slice(0, above.lastIndexOf('/'))) {
    const screen = above === '/org' ? undefined : byPath.get(above)
    if (screen) return screen
  }
  return undefined
}

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') : path
}

/** The licence that a screen needs; absent: none besides the workspace's own. */
export function licenceOf({ module, open }: Screen): Licence | undefined {
  return open === undefined ? moduleNamed(module).licence : undefined
}

/** The purpose of a module, in one sentence: shown on screens that are not built yet. */
export function purposeOf(module: ModuleName): string | undefined {
  return modules.find(({ name }) => name === module)?.purpose
}
