import type { Stage } from '../../graph/drawer/chain.ts'

/** The stages of functional safety among those of the item and of the threat analysis (rule SAFETY-UI-13). */
export const stages: readonly Stage[] = [
  { key: 'failure', title: 'Failure', order: 12, kinds: ['failure'], within: 'results-in' },
  { key: 'hazard', title: 'Hazard', order: 14, kinds: ['hazard'] },
  { key: 'hazardous-event', title: 'Hazardous event', order: 16, kinds: ['hazardous-event'] },
  { key: 'hardware-element', title: 'Hardware element', order: 61, kinds: ['hardware-element'] },
  { key: 'safety-goal', title: 'Safety goal', order: 62, kinds: ['safety-goal'] },
  { key: 'fault-tree', title: 'Fault tree', order: 64, kinds: ['fault-tree'], within: 'continued-in' },
  { key: 'safety-concept', title: 'Functional safety concept', order: 72, kinds: ['safety-concept'] },
  {
    key: 'safety-requirement',
    title: 'Safety requirement',
    order: 92,
    kinds: ['safety-requirement'],
    within: 'derived-to',
  },
  { key: 'safety-test', title: 'Safety test case', order: 112, kinds: ['safety-test'] },
]
