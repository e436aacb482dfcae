import type { ShippedAttack } from './attack.ts'
import { mitigations as m } from './mitigations.ts'

/** Attacks with physical access to a unit. */
const unit = ['component'] as ['component']
const unitAndData = ['component', 'data'] as ['component', 'data']

export const hardwareAttacks: readonly ShippedAttack[] = [
  [
    'ATK-HW-01',
    'Use a debug port',
    'Connect to a debug port that was not locked, read the memory and change what runs.',
    {
      ids: ['ATM-T0016', 'ATM-T0073'],
      tactic: 'Initial access',
      elements: ['component', 'channel'],
      media: ['debug'],
      potential: ['week', 'expert', 'restricted', 'moderate', 'specialised'],
      vector: 'physical',
      against: [m.debug, m.enclosure],
    },
  ],
  [
    'ATK-HW-02',
    'Use a serial console',
    'Find a console on test points of the board, and sign in or break into the boot loader.',
    {
      ids: ['ATM-T0016', 'ATM-T0018'],
      tactic: 'Initial access',
      elements: ['component', 'channel'],
      media: ['debug', 'usb'],
      potential: ['day', 'proficient', 'public', 'moderate', 'standard'],
      vector: 'physical',
      against: [m.console, m.debug],
    },
  ],
  [
    'ATK-HW-03',
    'Disturb the processor',
    'By a short drop of voltage, a clock out of step or a pulse, make the processor skip a check.',
    {
      ids: ['ATM-T0028'],
      tactic: 'Privilege escalation',
      elements: unitAndData,
      potential: ['month', 'experts', 'restricted', 'moderate', 'specialised'],
      vector: 'physical',
      against: [m.glitch, m.hsm],
    },
  ],
  [
    'ATK-HW-04',
    'Measure keys',
    'Learn a key from power, time or radiation while it is used.',
    {
      ids: ['ATM-T0075'],
      tactic: 'Defense evasion',
      elements: unitAndData,
      potential: ['half-year', 'experts', 'restricted', 'moderate', 'bespoke'],
      vector: 'physical',
      against: [m.sideChannel, m.hsm],
    },
  ],
  [
    'ATK-HW-05',
    'Read out a memory chip',
    'Take the memory off the board, or clip onto it, and read its content.',
    {
      ids: ['ATM-T0073', 'ATM-T0077'],
      tactic: 'Exfiltration',
      elements: unitAndData,
      potential: ['week', 'expert', 'public', 'moderate', 'specialised'],
      vector: 'physical',
      against: [m.memory, m.hsm],
    },
  ],
  [
    'ATK-HW-06',
    'Swap a unit',
    'Replace a unit by an altered one, or by one from another vehicle.',
    {
      ids: ['ATM-T0016'],
      tactic: 'Initial access',
      elements: unit,
      potential: ['day', 'proficient', 'restricted', 'difficult', 'standard'],
      vector: 'physical',
      against: [m.pairing, m.enclosure],
    },
  ],
  [
    'ATK-HW-07',
    'Put a device between a unit and its bus',
    "Cut the wires, and have a device of one's own pass on what suits.",
    {
      ids: ['ATM-T0016', 'ATM-T0070'],
      tactic: 'Initial access',
      elements: ['component', 'channel', 'data'],
      media: ['can', 'can-fd', 'lin'],
      potential: ['week', 'proficient', 'restricted', 'difficult', 'standard'],
      vector: 'physical',
      against: [m.secoc, m.harness],
    },
  ],
  [
    'ATK-HW-08',
    'Reach a bus from outside the body',
    'Get at wires behind a lamp, a mirror or a bumper, and send on their bus.',
    {
      ids: ['ATM-T0016', 'ATM-T0071'],
      tactic: 'Initial access',
      elements: ['channel', 'component', 'function'],
      media: ['can', 'can-fd', 'lin'],
      potential: ['day', 'proficient', 'restricted', 'easy', 'specialised'],
      vector: 'physical',
      against: [m.harness, m.secoc, m.separate],
    },
  ],
  [
    'ATK-HW-09',
    'Tap wires between chips',
    'Listen or write on the lines between a processor and its memory or radio.',
    {
      ids: ['ATM-T0016', 'ATM-T0073'],
      tactic: 'Initial access',
      elements: unitAndData,
      media: ['internal'],
      potential: ['month', 'expert', 'restricted', 'moderate', 'specialised'],
      vector: 'physical',
      against: [m.memory, m.enclosure],
    },
  ],
  [
    'ATK-HW-10',
    'Mislead a sensor at its place',
    'Bring a magnet, a heater or another signal to a sensor, so that it reports false values.',
    {
      ids: ['ATM-T0004'],
      tactic: 'Manipulate environment',
      elements: unitAndData,
      potential: ['day', 'layman', 'public', 'difficult', 'standard'],
      vector: 'physical',
      against: [m.sensorFusion, m.plausible],
    },
  ],
  [
    'ATK-HW-11',
    'Bring a manipulated part into the supply chain',
    'Have a part with a hidden function, or a counterfeit, built in at production or repair.',
    {
      ids: ['ATM-T0017', 'T1195', 'T0862'],
      tactic: 'Initial access',
      elements: unit,
      potential: ['longer', 'experts', 'confidential', 'difficult', 'bespoke'],
      vector: 'physical',
      against: [m.suppliers, m.pairing],
    },
  ],
]
