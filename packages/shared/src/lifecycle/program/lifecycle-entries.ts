/** The steps of a program's lifecycle, by the keys that the wire has for them. */
export const lifecycleKeys = [
  'Item-Definition',
  'Asset-Identification',
  'Threat-Analysis',
  'Generate-Attack-Tree',
  'Residual-Risk',
  'Cyber-Security-event-definition',
  'Security-Concept',
  'Requirement-Verification-Report',
  'Requirements-Management',
] as const
export type LifecycleKey = (typeof lifecycleKeys)[number]

/** What is known of a program's contents: each step opens with what the step before it made. */
export interface ProgramFacts {
  readonly isConfigured: boolean
  readonly assets: number
  /** Assets that matter to security. */
  readonly relevantAssets: number
  readonly threats: number
  readonly risks: number
  /** Risks that are treated by reducing them. */
  readonly reducedRisks: number
}

interface Entry {
  readonly lifecycle_key: LifecycleKey
  readonly is_configurable: boolean
  readonly is_ui_visible: boolean
  readonly error_message: string | null
}

/** When a step opens, and the end of the sentence that says what it waits for (rules LIFECYCLE-1 to LIFECYCLE-9). */
const steps: Readonly<Record<LifecycleKey, { opens: (facts: ProgramFacts) => boolean; waitsFor: string }>> = {
  'Item-Definition': { opens: ({ isConfigured }) => isConfigured, waitsFor: 'program is configured.' },
  'Asset-Identification': { opens: ({ assets }) => assets > 0, waitsFor: 'atleast one asset is configured.' },
  'Threat-Analysis': {
    opens: ({ relevantAssets }) => relevantAssets > 0,
    waitsFor: 'atleast one asset have security relevence true.',
  },
  'Generate-Attack-Tree': { opens: ({ threats }) => threats > 0, waitsFor: 'threat is configured.' },
  'Residual-Risk': { opens: ({ threats }) => threats > 0, waitsFor: 'threat is configured.' },
  'Cyber-Security-event-definition': { opens: ({ risks }) => risks > 0, waitsFor: 'risk is configured.' },
  'Security-Concept': { opens: ({ risks }) => risks > 0, waitsFor: 'atleast one risk is configured.' },
  'Requirement-Verification-Report': {
    opens: ({ reducedRisks }) => reducedRisks > 0,
    waitsFor: 'atleast one risk is type reduced.',
  },
  'Requirements-Management': {
    opens: ({ reducedRisks }) => reducedRisks > 0,
    waitsFor: 'atleast one risk is type reduced.',
  },
}

/**
 * Which steps of a program can be opened, what each of the others waits for, and which the program does without (rule
 * LIFECYCLE-10).
 */
export function lifecycleEntries(facts: ProgramFacts, hidden: readonly LifecycleKey[] = []): Entry[] {
  return lifecycleKeys.map((key) => {
    const { opens, waitsFor } = steps[key]
    const isOpen = opens(facts)
    return {
      lifecycle_key: key,
      is_configurable: isOpen,
      is_ui_visible: !hidden.includes(key),
      error_message: isOpen
        ? null
        : `This Feature is currently not available for this program. Please ensure ${waitsFor}`,
    }
  })
}
