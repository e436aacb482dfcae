import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** One item of the palette: a place to go to, or an action. */
export interface PaletteItem {
  readonly id: string
  readonly title: string
  /** The title is an id or a VIN, whose characters must be easy to distinguish. */
  readonly mono?: boolean
  /** The kind of item: the heading above it. */
  readonly kind: string
  readonly icon?: ReactElement
  /** A VIN, an id, a status: shown small at the right. */
  readonly detail?: string
  readonly keys?: string
  /** The place to open, with its path and search; an item without a place is an action. */
  readonly place?: Place
  readonly run: () => void
}

/** An address within the product that can be stored and opened again. */
export interface Place {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** A source of items. `find` may call the server; its signal aborts when the words change. */
export interface PaletteSource {
  /** The name of the results within a sentence: "alerts". */
  readonly name: string
  /** It searches data that the page has already, so it need not wait for the next letter. */
  readonly isAtHand?: true
  readonly find: (words: string, signal: AbortSignal) => readonly PaletteItem[] | Promise<readonly PaletteItem[]>
}

interface PaletteState {
  readonly open: boolean
  readonly sources: readonly PaletteSource[]
}

export const palette = createStore<PaletteState>(() => ({ open: false, sources: [] }))

export function usePalette(): PaletteState {
  return useStore(palette)
}

export function openPalette(): void {
  palette.setState({ open: true })
}

export function closePalette(): void {
  palette.setState({ open: false })
}

/** Offers a source's items in the palette while the caller is shown. Pass a constant: a new object registers again. */
export function usePaletteSource(source: PaletteSource): void {
  useEffect(() => addPaletteSources([source]), [source])
}

/** Offers the items of some sources in the palette; the returned function removes them. */
export function addPaletteSources(sources: readonly PaletteSource[]): () => void {
  palette.setState((state) => ({ sources: [...state.sources, ...sources] }))
  return () => palette.setState((state) => ({ sources: state.sources.filter((each) => !sources.includes(each)) }))
}

/** Whether each word occurs in one of the texts, ignoring case: the match for data that the page has already. */
export function matches(words: string, ...texts: readonly string[]): boolean {
  const hay = texts.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
