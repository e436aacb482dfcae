import type { Licence, ModuleName } from '@carapace/shared/modules'
import type { LinkOptions } from '@tanstack/react-router'
import type { ComponentType, ReactElement } from 'react'
import type { WorkSource } from '../landing/work.ts'
import type { Panels } from '../page/panels.ts'
import type { PaletteItem, Place } from '../palette/palette.ts'
import type { ReportKind } from '../reports/reports.ts'
import type { WallParts } from '../wall/wall.ts'

/** What a screen's address identifies: the program or the project of the page. */
export type Query = 'programId' | 'projectId'

/** The rest of a path below its area, the screen's title, and the path below the area of the list that contains it. */
type Row = readonly [path: string, title: string, list?: string]

/** The screens of a module below one path. */
export interface Area {
  readonly under: string
  readonly query?: Query
  /** The module's licence does not restrict these: `always` shown, or with any licence that is `valid`. */
  readonly open?: 'always' | 'valid'
  readonly rows: readonly Row[]
}

export interface MenuItem {
  readonly name: string
  readonly href: string
  readonly icon: ReactElement
  /** The step of a program's lifecycle that enables it; absent: it is always enabled. */
  readonly lifecycleKey?: string
  /** The hotkey that opens it. */
  readonly keys?: string
  /** Kinds of artefacts whose suspect links are counted beside it. */
  readonly kinds?: readonly string[]
  /** A count that the module defines, beside the name. */
  readonly Badge?: ComponentType
}

/** An item of the workspace's menu; the items of all modules are sorted by `order`. */
export interface WorkspaceItem extends MenuItem {
  readonly order: number
}

/** A section of the menu; the sections of all modules are sorted by `order`. */
export interface MenuSection {
  readonly title: string
  readonly icon: ReactElement
  readonly order: number
  /** The module's pages show only this section; absent: it is shown with the other sections of a program. */
  readonly isAlone?: true
  readonly items: readonly MenuItem[]
}

/** A search result in the palette; it leads to `place`. */
export type Found = Omit<PaletteItem, 'run' | 'place'> & { readonly place: Place }

export interface FindOptions {
  /** The maximum number of results. */
  readonly limit: number
  readonly signal: AbortSignal
  /** The program in the page's address. */
  readonly programId: string | undefined
}

/** Search results of a module in the palette. Sources of all modules are sorted by `order`. */
export interface FinderSource {
  /** The name of the results within a sentence: "alerts". */
  readonly name: string
  readonly order: number
  /** It is not searched without this licence. */
  readonly licence?: Licence
  /** Never called without words. Import the code that calls the server here, so that the first search loads it. */
  readonly find: (words: string, options: FindOptions) => Promise<readonly Found[]>
}

/**
 * What one module adds to the console. It is loaded with the shell of every page, and by `npm run routes` without a
 * browser: declarations, icons and lazy imports only. The shell collects all of them from one list (installs.ts).
 */
export interface ModuleInstall {
  readonly name: ModuleName | 'graph'
  /** The purpose of the module, in one sentence: shown on screens that are not built yet. */
  readonly purpose?: string
  readonly areas?: readonly Area[]
  readonly workspaceItems?: readonly WorkspaceItem[]
  readonly sections?: readonly MenuSection[]
  /** The tabs that are built, for pages whose tab is in the path, by the path of the route. */
  readonly builtTabs?: Readonly<Record<string, readonly string[]>>
  /** Paths of the lists that have saved views. */
  readonly viewPages?: readonly string[]
  readonly finders?: readonly FinderSource[]
  /** Panels for places on other modules' pages. */
  readonly panels?: Panels
  /** The user's pending work on the first page. */
  readonly work?: readonly WorkSource[]
  /** The pages of the subjects of audit entries, by the subject's name. */
  readonly subjects?: Readonly<Record<string, (uuid: string) => LinkOptions>>
  readonly wall?: WallParts
  /** Reports in the menu of programs and projects. */
  readonly reports?: readonly ReportKind[]
  /** Its entry in "Your apps". */
  readonly app?: { readonly title: string; readonly to: string; readonly icon: ReactElement }
  /** Items of the status bar on the module's screens, where its licence is included. */
  readonly StatusItems?: ComponentType
  /** A button in the top bar of every signed-in page. */
  readonly TopBarItem?: ComponentType
  /** Rendered on every signed-in page: keeps the module's data up to date, and shows nothing itself. */
  readonly Feed?: ComponentType
}
