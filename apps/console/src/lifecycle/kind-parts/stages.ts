import type { Stage } from '../../graph/drawer/chain.ts'

/** Elements of the item start the trace, and end it if something is allocated to them. */
const elements = ['system', 'component', 'feature', 'function', 'channel', 'data']

/** The stages from the item to the verification, in the order of derivation (mockup 07). */
export const stages: readonly Stage[] = [
  { key: 'item', title: 'Item', order: 10, kinds: elements, side: 'upstream', along: 'contains' },
  { key: 'asset', title: 'Asset', order: 20, kinds: ['asset'] },
  { key: 'damage', title: 'Damage scenario', order: 30, kinds: ['damage-scenario'] },
  { key: 'threat', title: 'Threat scenario', order: 40, kinds: ['threat-scenario'] },
  { key: 'path', title: 'Attack path', order: 50, kinds: ['attack-tree'] },
  { key: 'goal', title: 'Cybersecurity goal', order: 60, kinds: ['goal', 'claim'] },
  { key: 'concept', title: 'Security concept', order: 70, kinds: ['concept'] },
  { key: 'event', title: 'Cybersecurity event', order: 80, kinds: ['security-event'] },
  { key: 'requirement', title: 'Requirement', order: 90, kinds: ['requirement'], within: 'refines' },
  {
    key: 'realised',
    title: 'Specification and controls',
    order: 100,
    kinds: ['specification', 'control', 'production-control', 'decommissioning'],
  },
  { key: 'verification', title: 'Verification', order: 110, kinds: ['test-case', 'validation'] },
  { key: 'component', title: 'Component', order: 120, kinds: elements, side: 'downstream' },
  { key: 'work-product', title: 'Work product', order: 130, kinds: ['work-product'] },
]
