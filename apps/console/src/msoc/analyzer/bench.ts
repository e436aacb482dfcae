import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Analyzer, AnalyzerState } from './engine/analyzer.ts'
import type { Notes } from './notes/use-notes.ts'
import type { AnalyzerLook } from './search.ts'
import type { Source } from './sources/source.ts'

/** What the frames belong to: notes hang on it, and files are named after it. */
export interface Subject {
  readonly kind: 'vehicle' | 'capture' | 'alert'
  /** Undefined until it is known. */
  readonly uuid: string | undefined
  /** A VIN, a capture's name, an alert's number. */
  readonly name: string
  /** The vehicle's VIN, as far as it is known. */
  readonly vehicle: string | undefined
}

/** What all parts of the analyzer share. */
export interface Bench {
  readonly analyzer: Analyzer
  readonly source: Source
  readonly subject: Subject
  readonly look: AnalyzerLook
  /** Changes what is looked at; a new entry in the history, unless it replaces the one of now. */
  readonly lookAt: (change: AnalyzerLook, replace?: boolean) => void
  /** Where the frames are looked at around; undefined while the latest are. */
  readonly focusTime: number | undefined
  /** The signals that are plotted: those of the address, else some of the selected id's. */
  readonly plotted: readonly string[]
  /** Goes to a moment, and where told to an id. */
  readonly goTo: (at: number | undefined, id?: string) => void
  /** Shows the detail of an id. */
  readonly select: (id: string) => void
  readonly notes: Notes
  readonly isPaused: boolean
  readonly setPaused: (isPaused: boolean) => void
  readonly isNotched: boolean
  readonly setNotched: (isNotched: boolean) => void
  /** Opens one of the analyzer's own dialogs. */
  readonly setDialog: (dialog: AnalyzerDialog | undefined) => void
}

export type AnalyzerDialog = { readonly about: 'keep' } | { readonly about: 'note'; readonly uuid?: string }

export const BenchContext = createContext<Bench | undefined>(undefined)

export function useBench(): Bench {
  const bench = use(BenchContext)
  if (bench === undefined) throw new Error('a part of the analyzer outside of it')
  return bench
}

/** A part of what the worker last told. */
export function useAnalyzerState<T>(pick: (state: AnalyzerState) => T): T {
  return useStore(useBench().analyzer.state, pick)
}
