import { useEffect, useState } from 'react'

/** A value once it has not changed for `ms`; the previous one until then, and undefined at first. */
export function useSettled<T>(value: T, ms: number): T | undefined {
  const [settled, setSettled] = useState<T>()
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
