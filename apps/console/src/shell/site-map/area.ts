import type { ModuleName } from '@carapace/shared/modules'

/** What a screen's address says: which program it is about, or which project. */
export type Query = 'programId' | 'projectId'

/**
 * The rest of a path below its area, the screen's title, and the path below the area of the list that it belongs to.
 */
type Row = readonly [path: string, title: string, list?: string]

/** The screens of one module below one path. */
export interface Area {
  readonly module: ModuleName
  readonly under: string
  readonly query?: Query
  /** The module's licence does not gate these: `always` shown, or with any licence that is `valid`. */
  readonly open?: 'always' | 'valid'
  readonly rows: readonly Row[]
}
