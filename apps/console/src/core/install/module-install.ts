import type { Licence, ModuleName } from '@carapace/shared/modules'
import type { ComponentType, ReactElement } from 'react'
import type { Panels } from '../page/panels.ts'
import type { PaletteItem, Place } from '../palette/palette.ts'

/** What a screen's address names: which program it is about, or which project. */
export type Query = 'programId' | 'projectId'

/**
 * The rest of a path below its area, the screen's title, and the path below the area of the list that it belongs to.
 */
type Row = readonly [path: string, title: string, list?: string]

/** The screens of a module below one path. */
export interface Area {
  readonly under: string
  readonly query?: Query
  /** The module's licence does not gate these: `always` shown, or with any licence that is `valid`. */
  readonly open?: 'always' | 'valid'
  readonly rows: readonly Row[]
}

export interface MenuItem {
  readonly name: string
  readonly href: string
  readonly icon: ReactElement
  /** The step of a program's lifecycle that opens it; absent: it is always open. */
  readonly lifecycleKey?: string
  /** The keys that lead there. */
  readonly keys?: string
  /** Kinds of artefacts whose suspect links are counted beside it. */
  readonly kinds?: readonly string[]
  /** A count of its own, beside the name. */
  readonly Badge?: ComponentType
}

/** An item of the workspace's menu; those of all modules are sorted by `order`. */
export interface WorkspaceItem extends MenuItem {
  readonly order: number
}

/** A section of the menu; those of all modules are sorted by `order`. */
export interface MenuSection {
  readonly title: string
  readonly icon: ReactElement
  readonly order: number
  /** The module's pages show it alone; absent: it stands with the others of a program. */
  readonly isAlone?: true
  readonly items: readonly MenuItem[]
}

/** What the palette shows of something found; it leads to `place`. */
export type Found = Omit<PaletteItem, 'run' | 'place'> & { readonly place: Place }

export interface FindOptions {
  /** How many are shown. */
  readonly limit: number
  readonly signal: AbortSignal
  /** The program that the address names. */
  readonly programId: string | undefined
}

/** What a module finds in the palette. Sources of all modules are sorted by `order`. */
export interface FinderSource {
  /** As a sentence names what it finds: "alerts". */
  readonly name: string
  readonly order: number
  /** It is not asked without this licence. */
  readonly licence?: Licence
  /** Is never called without words. Import what asks the server here, so that it is loaded by the first search. */
  readonly find: (words: string, options: FindOptions) => Promise<readonly Found[]>
}

/**
 * What one module adds to the console. It is loaded with the shell of every page, and by `npm run routes` without a
 * browser: declarations, icons and lazy imports only. The shell collects all of them from one list (shell/modules.ts).
 */
export interface ModuleInstall {
  readonly name: ModuleName | 'graph'
  /** What the module is for, in a sentence: shown where a screen of it is not built yet. */
  readonly purpose?: string
  readonly areas?: readonly Area[]
  readonly workspaceItems?: readonly WorkspaceItem[]
  readonly sections?: readonly MenuSection[]
  /** The tabs that are built, of pages that take theirs from the path, by the path of the route. */
  readonly builtTabs?: Readonly<Record<string, readonly string[]>>
  /** Paths of the lists that views can be saved of. */
  readonly viewPages?: readonly string[]
  readonly finders?: readonly FinderSource[]
  /** Panels for places on other modules' pages. */
  readonly panels?: Panels
  /** Its entry among "Your apps". */
  readonly app?: { readonly title: string; readonly to: string; readonly icon: ReactElement }
  /** In the status bar on the module's screens, where its licence is included. */
  readonly StatusItems?: ComponentType
  /** On every signed-in page: keeps up to date what the module shows there, and shows nothing itself. */
  readonly Feed?: ComponentType
}
