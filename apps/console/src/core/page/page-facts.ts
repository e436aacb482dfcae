import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The current page's facts in the status bar, by name, in the order in which they were first set. */
const facts = createStore<ReadonlyMap<string, string>>(() => new Map())

export function usePageFacts(): ReadonlyMap<string, string> {
  return useStore(facts)
}

/** Shows a fact in the status bar while the caller is mounted: `usePageFact('In view', '1,204')`. Undefined: none. */
export function usePageFact(name: string, value: string | undefined): void {
  useEffect(() => {
    if (value !== undefined) facts.setState((before) => new Map(before).set(name, value), true)
    else facts.setState((before) => without(before, name), true)
  }, [name, value])
  useEffect(() => () => facts.setState((before) => without(before, name), true), [name])
}

function without(before: ReadonlyMap<string, string>, name: string): ReadonlyMap<string, string> {
  return before.has(name) ? new Map([...before].filter(([each]) => each !== name)) : before
}
