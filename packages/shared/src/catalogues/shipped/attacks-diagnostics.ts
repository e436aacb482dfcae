import type { ShippedAttack } from './attack.ts'
import { mitigations as m } from './mitigations.ts'

/** Attacks by way of diagnostic services. */
const media = ['obd', 'can', 'can-fd', 'ethernet']
const elements = ['component', 'channel', 'data', 'function'] as ['component', 'channel', 'data', 'function']

export const diagnosticAttacks: readonly ShippedAttack[] = [
  [
    'ATK-DIA-01',
    'Get past security access',
    'Guess keys, or go through all seeds of a short one, until a protected session opens.',
    {
      ids: ['ATM-T0033', 'T1110'],
      tactic: 'Defense evasion',
      elements,
      media,
      potential: ['week', 'proficient', 'restricted', 'easy', 'standard'],
      vector: 'local',
      against: [m.diagKeys, m.diagDelay],
    },
  ],
  [
    'ATK-DIA-02',
    'Take the key algorithm out of a tool',
    'Take a workshop tool or its software apart, and find how it computes keys for all vehicles.',
    {
      ids: ['ATM-T0076', 'ATM-T0040'],
      tactic: 'Reconnaissance',
      elements: ['component'],
      media: [],
      potential: ['month', 'expert', 'restricted', 'unlimited', 'standard'],
      vector: 'local',
      against: [m.diagKeys, m.perDevice, m.workshop],
    },
  ],
  [
    'ATK-DIA-03',
    'Start an unguarded routine',
    'Call a diagnostic routine or a control of outputs that needs no authentication.',
    {
      ids: ['ATM-T0067'],
      tactic: 'Affect vehicle function',
      elements,
      media,
      potential: ['day', 'proficient', 'public', 'easy', 'standard'],
      vector: 'local',
      against: [m.diagKeys, m.diagState],
    },
  ],
  [
    'ATK-DIA-04',
    'Flash altered software',
    "Open a programming session, and write software of one's own into a unit.",
    {
      ids: ['ATM-T0020', 'ATM-T0054', 'T0839'],
      tactic: 'Persistence',
      elements: ['component', 'data'],
      media,
      potential: ['month', 'expert', 'restricted', 'easy', 'specialised'],
      vector: 'local',
      needs: ['ATK-DIA-01'],
      against: [m.signedUpdate, m.boot, m.diagKeys],
    },
  ],
  [
    'ATK-DIA-05',
    'Read memory by diagnostic services',
    'Read memory by its address, and with it code, keys or personal data.',
    {
      ids: ['ATM-T0055', 'ATM-T0039'],
      tactic: 'Collection',
      elements: ['component', 'data'],
      media,
      potential: ['week', 'proficient', 'restricted', 'easy', 'standard'],
      vector: 'local',
      needs: ['ATK-DIA-01'],
      against: [m.diagKeys, m.memory],
    },
  ],
  [
    'ATK-DIA-06',
    'Write identifiers and settings',
    "Write the vehicle's number, calibration or coding by diagnostic services.",
    {
      ids: ['ATM-T0067', 'T0836'],
      tactic: 'Affect vehicle function',
      elements: ['component', 'data', 'function'],
      media,
      potential: ['week', 'proficient', 'restricted', 'easy', 'standard'],
      vector: 'local',
      needs: ['ATK-DIA-01'],
      against: [m.diagKeys, m.logs, m.plausible],
    },
  ],
  [
    'ATK-DIA-07',
    'Abuse a dongle at the connector',
    "Come through an adapter at the diagnostic connector, over its radio link or its maker's service.",
    {
      ids: ['ATM-T0010'],
      tactic: 'Initial access',
      elements: ['component', 'channel'],
      media: ['obd'],
      potential: ['week', 'proficient', 'public', 'easy', 'standard'],
      vector: 'adjacent',
      against: [m.firewall, m.diagKeys, m.diagState],
    },
  ],
  [
    'ATK-DIA-08',
    'Mute units',
    'Use communication control to make units stop sending or watching.',
    {
      ids: ['ATM-T0067', 'T0803', 'T0804'],
      tactic: 'Affect vehicle function',
      elements,
      media,
      potential: ['day', 'proficient', 'public', 'easy', 'standard'],
      vector: 'local',
      against: [m.diagKeys, m.diagState, m.rates],
    },
  ],
  [
    'ATK-DIA-09',
    'Reset a unit again and again',
    'Ask for resets in a loop, so that a unit never gets to its work.',
    {
      ids: ['ATM-T0072', 'T0816'],
      tactic: 'Affect vehicle function',
      elements: ['component', 'function'],
      media,
      potential: ['day', 'proficient', 'public', 'easy', 'standard'],
      vector: 'local',
      against: [m.diagState, m.limits],
    },
  ],
]
