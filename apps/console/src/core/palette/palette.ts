import type { ReactElement } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** One thing that the palette can go to or do. */
export interface PaletteItem {
  readonly id: string
  readonly title: string
  /** The title is an id or a VIN, whose characters must be told apart. */
  readonly mono?: boolean
  /** What kind of thing: the heading it stands under. */
  readonly kind: string
  readonly icon?: ReactElement
  /** A VIN, an id, a status: shown small at the right. */
  readonly detail?: string
  readonly keys?: string
  /** Where it leads, with the path's search; an item without a place is something to do. */
  readonly place?: Place
  readonly run: () => void
}

/** An address within the product, as it can be kept and gone to again. */
export interface Place {
  readonly to: string
  readonly search: Readonly<Record<string, string>>
}

/** Where items come from. `find` may ask the server; its signal aborts when the words change. */
export interface PaletteSource {
  /** What it finds, as a sentence names it: "alerts". */
  readonly name: string
  /** It looks among what the page has, so that it need not wait for the next letter. */
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

/** Offers a source's items in the palette while the caller is shown. Give a constant: a new object registers anew. */
export function usePaletteSource(source: PaletteSource): void {
  useEffect(() => addPaletteSources([source]), [source])
}

/** Offers the items of some sources in the palette; the answer takes them away again. */
export function addPaletteSources(sources: readonly PaletteSource[]): () => void {
  palette.setState((state) => ({ sources: [...state.sources, ...sources] }))
  return () => palette.setState((state) => ({ sources: state.sources.filter((each) => !sources.includes(each)) }))
}

/** Whether each word occurs in one of the texts, whatever the case: how the palette matches what it has at hand. */
export function matches(words: string, ...texts: readonly string[]): boolean {
  const hay = texts.join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}
