import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 12, 13 and 15: updates, and people who help unwittingly, in our words. */
const update = {
  stride: ['tampering'],
  properties: ['integrity', 'authenticity'],
  elements: ['component', 'data', 'function'],
  categories: ['firmware', 'telematics', 'software', 'backend'],
} satisfies ShippedThreat[3]

export const updateThreats: readonly ShippedThreat[] = [
  [
    '12.1',
    'Updating over the air is compromised',
    'The way of an update over the air, or the program that installs it, is taken over, and something else is ' +
      'installed.',
    { ...update, attacks: ['ATK-UPD-01', 'ATK-UPD-02', 'ATK-UPD-04'] },
  ],
  [
    '12.2',
    'Updating on site is compromised',
    'Updating in the workshop or by the owner, with a tool or a medium, installs something else.',
    { ...update, categories: ['firmware', 'tool', 'ecu'], attacks: ['ATK-UPD-05', 'ATK-DIA-04', 'ATK-PPL-03'] },
  ],
  [
    '12.3',
    'Software is altered before it is shipped',
    'The software is changed before it is released, and a correct update process installs it.',
    { ...update, attacks: ['ATK-BE-07', 'ATK-UPD-02'] },
  ],
  [
    '12.4',
    "The provider's keys are compromised",
    "Keys that make an update genuine are stolen or misused, so that anybody's update is taken for one.",
    {
      ...update,
      stride: ['spoofing', 'tampering'],
      categories: ['key', 'firmware', 'backend'],
      attacks: ['ATK-BE-08', 'ATK-UPD-02'],
    },
  ],
  [
    '13.1',
    'Updates do not arrive',
    'The server or the network that updates come from is put out of order, and vehicles keep a weakness that ' +
      'could have been closed, or a function locked.',
    {
      stride: ['denial'],
      properties: ['availability'],
      elements: ['component', 'channel', 'function'],
      categories: ['firmware', 'telematics', 'backend'],
      attacks: ['ATK-UPD-03', 'ATK-BE-05'],
    },
  ],
]

export const peopleThreats: readonly ShippedThreat[] = [
  [
    '15.1',
    'A person is tricked into helping',
    'An owner, a driver or a mechanic is talked or lured into something that opens the vehicle to an attack.',
    {
      stride: ['spoofing', 'elevation'],
      properties: ['authenticity', 'authorisation', 'integrity'],
      elements: ['component', 'system', 'function'],
      categories: ['person', 'telematics', 'tool'],
      attacks: ['ATK-PPL-01', 'ATK-PPL-02', 'ATK-SW-08'],
    },
  ],
  [
    '15.2',
    'Procedures are not followed',
    'People do not follow the safe procedure: they share passwords, skip approvals, or leave vehicles ' +
      'in test modes.',
    {
      stride: ['elevation', 'repudiation'],
      properties: ['authorisation', 'non-repudiation'],
      elements: ['component', 'system', 'function'],
      categories: ['person', 'backend', 'tool'],
      attacks: ['ATK-PPL-02', 'ATK-PPL-03'],
    },
  ],
]
