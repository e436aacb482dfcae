import type { RuleFault, RuleTestResult } from '@carapace/shared/msoc/rules/rules.contract'

/** A mark in the text, at a place that counts from 1. */
export interface TextMark {
  readonly line: number
  readonly column: number
  readonly severity: 'error' | 'warning'
  readonly message: string
}

interface Found {
  readonly faults: readonly RuleFault[]
  readonly warnings: readonly RuleFault[]
  readonly tests: readonly RuleTestResult[]
}

/** The marks in the text: a failed unit test is an error at its line. */
export function marksOf({ faults, warnings, tests }: Found): TextMark[] {
  return [
    ...faults.map((fault) => ({ ...fault, severity: 'error' as const })),
    ...warnings.map((warning) => ({ ...warning, severity: 'warning' as const })),
    ...tests
      .filter(({ passed }) => !passed)
      .map(({ line, name, message }) => ({
        line,
        column: 1,
        severity: 'error' as const,
        message: `The test "${name}" fails. ${message}`,
      })),
  ]
}
