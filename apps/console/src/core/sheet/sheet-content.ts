import type { SheetCell } from '@carapace/shared/core/sheet/ranges'
import type { ReactNode } from 'react'
import type { CellOption } from './cell-input.tsx'
import type { GridColumn } from './grid-lines.ts'

/** What a sheet is made of, and how it draws it; the same object as long as nothing of it changes. */
export interface SheetContent<Entry, C extends GridColumn> {
  readonly cellIn: (entry: Entry, column: C) => SheetCell | undefined
  /** The name of a row for screen readers. */
  readonly nameOf: (entry: Entry) => string
  /** For a sheet with an empty row that adds one: its name, what it is for, and the key of the row that it adds. */
  readonly adding?: { readonly name: string; readonly title: string; readonly newKey: () => string }
  /** The title above the row numbers; `#` unless stated. */
  readonly leadTitle?: string
  /** What is drawn before a row: its number. */
  readonly lead: (entry: Entry) => ReactNode
  /** The content of a cell, whose text may be on its way to the server. */
  readonly draw: (text: string, column: C, entry: Entry | undefined) => ReactNode
  /** Further classes of a cell, with a blank between them. */
  readonly classOf?: (column: C, entry: Entry | undefined) => string
  /** What may be chosen for a cell, given what was typed. */
  readonly optionsFor: (column: C, typed: string) => readonly CellOption[]
  /** What is drawn at the end of the head of a group, by its key. */
  readonly besideGroup?: (group: string) => ReactNode
  /** Whether what differs was changed by somebody else. */
  readonly isByOthers: (before: Entry, now: Entry) => boolean
}
