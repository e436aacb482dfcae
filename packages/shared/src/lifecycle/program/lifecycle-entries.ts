/** The steps of a program's lifecycle, by their keys on the wire. */
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

/** Facts about a program's contents: each step opens when the results of the step before it exist. */
export interface ProgramFacts {
  readonly isConfigured: boolean
  readonly assets: number
  /** Assets that are relevant to security. */
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

/** When a step opens, and the end of the message about its condition (rules LIFECYCLE-1 to LIFECYCLE-9). */
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

/** Every step of a program: whether it can be opened, else its condition, and whether it is shown (LIFECYCLE-10). */
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
