import { type DragEvent, type KeyboardEvent, useState } from 'react'

/** The list with the entry at `from` moved to `to`; unchanged where either is outside of it. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const entry = list[from]
  if (entry === undefined || to < 0 || to >= list.length || from === to) return list
  const rest = list.toSpliced(from, 1)
  return rest.toSpliced(to, 0, entry)
}

interface Reorder {
  /** The entry that is dragged, and the one below the pointer. */
  readonly from: number | undefined
  readonly over: number | undefined
  /**
   * The properties of the element of one entry: it can be dragged, and moved with Alt and the arrows (rule REORDER-1).
   */
  readonly propsOf: (index: number) => {
    readonly draggable: boolean
    readonly 'data-over': boolean | undefined
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
    readonly onKeyDown: (event: KeyboardEvent) => void
  }
}

/** Lets a person order the entries of a list by dragging, or with Alt and the arrows. */
export function useReorder(onMove: (from: number, to: number) => void, isEnabled = true): Reorder {
  const [from, setFrom] = useState<number>()
  const [over, setOver] = useState<number>()
  const end = () => {
    setFrom(undefined)
    setOver(undefined)
  }
  return {
    from,
    over,
    propsOf: (index) => ({
      draggable: isEnabled,
      'data-over': (from !== undefined && over === index && from !== index) || undefined,
      onDragStart(event) {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', String(index))
        setFrom(index)
      },
      onDragOver(event) {
        if (from === undefined) return
        event.preventDefault()
        setOver(index)
      },
      onDrop(event) {
        if (from === undefined) return
        event.preventDefault()
        end()
        if (from !== index) onMove(from, index)
      },
      onDragEnd: end,
      onKeyDown(event) {
        const step = stepOf(event)
        if (!isEnabled || step === 0) return
        event.preventDefault()
        onMove(index, index + step)
      },
    }),
  }
}

function stepOf({ altKey, key }: Pick<KeyboardEvent, 'altKey' | 'key'>): -1 | 0 | 1 {
  if (!altKey) return 0
  return key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
}
