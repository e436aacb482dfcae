import { useEffect, useState } from 'react'
import { type Analyzer, createAnalyzer } from './engine/analyzer.ts'
import type { Source } from './sources/source.ts'

/** The analyzer of a source; another source gets another analyzer. */
export function useAnalyzer(source: Source): Analyzer | undefined {
  const [analyzer, setAnalyzer] = useState<Analyzer>()
  const key = JSON.stringify(source)

  useEffect(() => {
    const opened = createAnalyzer(JSON.parse(key) as Source)
    setAnalyzer(opened)
    return () => {
      setAnalyzer(undefined)
      opened.close()
    }
  }, [key])
  return analyzer
}
