import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 26 to 32: weaknesses that wait to be exploited, in our words. */
const crypto = {
  stride: ['spoofing', 'disclosure', 'tampering'],
  properties: ['confidentiality', 'integrity', 'authenticity'],
  elements: ['channel', 'data', 'component'],
  categories: ['key', 'hsm'],
} satisfies ShippedThreat[3]
const hardware = {
  stride: ['tampering', 'spoofing'],
  properties: ['integrity', 'authenticity'],
  elements: ['component'],
  categories: ['ecu', 'sensor', 'gateway', 'telematics'],
} satisfies ShippedThreat[3]

export const weaknessThreats: readonly ShippedThreat[] = [
  [
    '26.1',
    'Short keys live long',
    'A key is so short for how long it is used that somebody finds it while it still counts.',
    { ...crypto, attacks: ['ATK-RF-03', 'ATK-DIA-01', 'ATK-RF-07'] },
  ],
  [
    '26.2',
    'What should be encrypted or signed is not',
    'Sensitive parts go without the cryptography that would guard them.',
    { ...crypto, attacks: ['ATK-BUS-05', 'ATK-SW-05', 'ATK-UPD-01'] },
  ],
  [
    '26.3',
    'Cryptography is out of date',
    'Algorithms are used that are no longer held to be secure, or soon will not be.',
    { ...crypto, attacks: ['ATK-RF-03', 'ATK-RF-09'] },
  ],
  [
    '27.1',
    'A part was made to be attacked',
    'Hardware or software comes from its maker with a way in, or does not do what it should against an attack.',
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'authorisation'],
      elements: ['component', 'system'],
      categories: ['ecu', 'software', 'hsm', 'sensor'],
      attacks: ['ATK-HW-11', 'ATK-BE-07'],
    },
  ],
  [
    '28.1',
    'A programming error is exploited',
    'Software has errors, and one of them lets an attacker do more than was meant.',
    {
      stride: ['elevation', 'tampering'],
      properties: ['integrity', 'availability', 'authorisation'],
      elements: ['component'],
      categories: ['software', 'ecu', 'gateway', 'telematics', 'backend'],
      attacks: ['ATK-SW-01', 'ATK-SW-07', 'ATK-RF-04'],
    },
  ],
  [
    '28.2',
    'Remains of development are used',
    "Debug ports, test certificates, developers' passwords are still there in series, and open the unit.",
    {
      stride: ['elevation', 'disclosure'],
      properties: ['authorisation', 'confidentiality'],
      elements: ['component', 'channel'],
      media: ['debug', 'internal'],
      categories: ['ecu', 'gateway', 'telematics'],
      attacks: ['ATK-HW-01', 'ATK-HW-02', 'ATK-SW-11'],
    },
  ],
  [
    '29.1',
    'Ports are open that nobody needs',
    'A network service listens for which there is no use, and lets somebody in.',
    {
      stride: ['elevation', 'disclosure'],
      properties: ['authorisation', 'confidentiality'],
      elements: ['component', 'channel'],
      media: ['ethernet', 'wifi', 'cellular'],
      categories: ['telematics', 'gateway', 'backend'],
      attacks: ['ATK-SW-15', 'ATK-SW-11'],
    },
  ],
  [
    '29.2',
    'The separation of networks is overcome',
    'From one network somebody gets into another through a gateway, or past it, and sends there what they like.',
    {
      stride: ['elevation', 'spoofing'],
      properties: ['authorisation', 'integrity'],
      elements: ['component', 'channel'],
      categories: ['gateway'],
      attacks: ['ATK-BUS-07', 'ATK-BUS-12', 'ATK-CHG-06', 'ATK-SW-09'],
    },
  ],
  [
    '31.1',
    'Data stays when the vehicle changes hands',
    'Private data or keys are still in the vehicle or in a unit when somebody else buys or hires it.',
    {
      stride: ['disclosure'],
      properties: ['confidentiality'],
      elements: ['component', 'data'],
      categories: ['personal', 'key', 'telematics'],
      attacks: ['ATK-PPL-04'],
    },
  ],
  [
    '32.1',
    'Hardware is manipulated',
    "Something is added to the vehicle's electronics, so that somebody stands between its parts.",
    { ...hardware, elements: ['component', 'channel'], attacks: ['ATK-HW-07', 'ATK-HW-08', 'ATK-HW-09'] },
  ],
  [
    '32.2',
    'A genuine part is swapped for another',
    'An authorised unit is taken out, and one that is not put in its place. The regulation counts this as 32.1.',
    { ...hardware, attacks: ['ATK-HW-06', 'ATK-HW-11'] },
  ],
  [
    '32.3',
    'A sensor is made to say something else',
    'What a sensor tells is falsified at the sensor itself: by a magnet near it, or another signal in its place. ' +
      'The regulation counts this as 32.1.',
    { ...hardware, categories: ['sensor'], elements: ['component', 'data'], attacks: ['ATK-HW-10', 'ATK-RF-20'] },
  ],
]
