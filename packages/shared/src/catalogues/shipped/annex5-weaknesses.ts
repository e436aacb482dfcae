import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 26 to 32: weaknesses that an attacker can exploit, in our words. */
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
    'A key is too short for its period of use: an attacker finds it while it is still valid.',
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
    'Algorithms are used that are no longer considered secure, or soon will not be.',
    { ...crypto, attacks: ['ATK-RF-03', 'ATK-RF-09'] },
  ],
  [
    '27.1',
    'A part was made to be attacked',
    'Hardware or software has a back door from its manufacturer, or does not resist an attack as it should.',
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
    'Unneeded ports are open',
    'A network service that nobody needs listens, and lets an attacker in.',
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
    'An attacker gets from one network into another through a gateway, or past it, and sends messages there.',
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
    'Private data or keys are still in the vehicle or in a unit when another person buys or rents it.',
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
    "A device is added to the vehicle's electronics, so that an attacker is between its units.",
    { ...hardware, elements: ['component', 'channel'], attacks: ['ATK-HW-07', 'ATK-HW-08', 'ATK-HW-09'] },
  ],
  [
    '32.2',
    'A genuine part is swapped for another',
    'An authorised unit is replaced by an unauthorised one. The regulation counts this as 32.1.',
    { ...hardware, attacks: ['ATK-HW-06', 'ATK-HW-11'] },
  ],
  [
    '32.3',
    'A sensor is made to say something else',
    'The information from a sensor is falsified at the sensor: by a magnet near it, or another signal in its place. ' +
      'The regulation counts this as 32.1.',
    { ...hardware, categories: ['sensor'], elements: ['component', 'data'], attacks: ['ATK-HW-10', 'ATK-RF-20'] },
  ],
]
