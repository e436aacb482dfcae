import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Analyzer, AnalyzerState } from './engine/analyzer.ts'
import type { Notes } from './notes/use-notes.ts'
import type { AnalyzerLook } from './search.ts'
import type { Source } from './sources/source.ts'

/** The object that the frames belong to: notes are attached to it, and files are named after it. */
export interface Subject {
  readonly kind: 'vehicle' | 'capture' | 'alert'
  /** Undefined until it is loaded. */
  readonly uuid: string | undefined
  /** A VIN, a capture's name, an alert's number. */
  readonly name: string
  /** The vehicle's VIN, if known. */
  readonly vehicle: string | undefined
}

/** The context that all parts of the analyzer share. */
export interface Bench {
  readonly analyzer: Analyzer
  readonly source: Source
  readonly subject: Subject
  readonly look: AnalyzerLook
  /** Changes the view. Adds a history entry unless `replace` is set: then it replaces the current entry. */
  readonly lookAt: (change: AnalyzerLook, replace?: boolean) => void
  /** The time around which frames are shown; undefined while the latest are shown. */
  readonly focusTime: number | undefined
  /** The plotted signals: those of the address, otherwise some signals of the selected id. */
  readonly plotted: readonly string[]
  /** Focuses a time, and selects an id if given. */
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

/** A value selected from the state that the worker last sent. */
export function useAnalyzerState<T>(pick: (state: AnalyzerState) => T): T {
  return useStore(useBench().analyzer.state, pick)
}
