import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 19 to 25: what can happen to a vehicle's data and code, in our words. */
export const dataThreats: readonly ShippedThreat[] = [
  [
    '19.1',
    'Software is copied',
    'Programs that are protected by law are taken out of the vehicle and copied.',
    {
      stride: ['disclosure'],
      properties: ['confidentiality'],
      elements: ['component', 'data'],
      categories: ['firmware', 'software', 'ecu'],
      attacks: ['ATK-SW-06', 'ATK-HW-05', 'ATK-DIA-05'],
    },
  ],
  [
    '19.2',
    "The owner's private data is read",
    'Who the owner is, with whom they spoke, where they were and how they paid is read by those whom it does not ' +
      'concern.',
    {
      stride: ['disclosure'],
      properties: ['confidentiality'],
      elements: ['component', 'data', 'channel'],
      categories: ['personal', 'telematics'],
      attacks: ['ATK-PPL-04', 'ATK-SW-08', 'ATK-BE-10'],
    },
  ],
  [
    '19.3',
    'Keys are extracted',
    'Secret keys are read out of a unit, and with them whatever they guard.',
    {
      stride: ['disclosure'],
      properties: ['confidentiality'],
      elements: ['component', 'data'],
      categories: ['key', 'hsm'],
      attacks: ['ATK-HW-03', 'ATK-HW-04', 'ATK-SW-11', 'ATK-HW-01'],
    },
  ],
  [
    '20.1',
    "The vehicle's electronic identity is changed",
    'The number or the certificate by which the vehicle is known is changed against the law.',
    {
      stride: ['spoofing', 'tampering'],
      properties: ['integrity', 'authenticity'],
      elements: ['data', 'component'],
      categories: ['configuration', 'key'],
      attacks: ['ATK-DIA-06', 'ATK-HW-06'],
    },
  ],
  [
    '20.2',
    "Somebody uses another's identity",
    "Somebody shows another's identity to a service, to a toll station or to the manufacturer.",
    {
      stride: ['spoofing', 'repudiation'],
      properties: ['authenticity', 'non-repudiation'],
      elements: ['data', 'component', 'channel', 'function'],
      categories: ['key', 'personal'],
      attacks: ['ATK-BE-10', 'ATK-RF-18', 'ATK-BE-11'],
    },
  ],
  [
    '20.3',
    'Monitoring is circumvented',
    'What watches the vehicle or its driver is misled or put out of action, a tracker or an event recorder, or ' +
      'its messages never arrive.',
    {
      stride: ['tampering', 'repudiation', 'denial'],
      properties: ['integrity', 'non-repudiation', 'availability'],
      elements: ['function', 'data', 'component'],
      categories: ['log', 'sensor'],
      attacks: ['ATK-RF-10', 'ATK-SW-13', 'ATK-DIA-08'],
    },
  ],
  [
    '20.4',
    'Driving data is falsified',
    'Distance, speed or directions that the vehicle recorded are changed afterwards.',
    {
      stride: ['tampering', 'repudiation'],
      properties: ['integrity', 'non-repudiation'],
      elements: ['data', 'component'],
      categories: ['log', 'sensor', 'configuration'],
      attacks: ['ATK-PPL-05', 'ATK-DIA-06', 'ATK-HW-07'],
    },
  ],
  [
    '20.5',
    'Diagnostic data is changed',
    'Fault memories and other diagnostic data are changed by those who may not.',
    {
      stride: ['tampering', 'repudiation'],
      properties: ['integrity', 'non-repudiation'],
      elements: ['data', 'component'],
      categories: ['diagnostic', 'log'],
      attacks: ['ATK-DIA-06', 'ATK-DIA-03'],
    },
  ],
  [
    '21.1',
    'Logs are erased or changed',
    'Records of what happened in the system are removed or changed, so that an attack leaves no trace.',
    {
      stride: ['repudiation', 'tampering', 'denial'],
      properties: ['integrity', 'non-repudiation', 'availability'],
      elements: ['data', 'component'],
      categories: ['log'],
      attacks: ['ATK-SW-13'],
    },
  ],
  [
    '22.2',
    'Malware runs in the vehicle',
    "Harmful software is brought into a unit, and what it does is the attacker's to say.",
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'availability'],
      elements: ['component', 'data'],
      categories: ['ecu', 'gateway', 'telematics', 'software', 'firmware'],
      attacks: ['ATK-SW-01', 'ATK-SW-03', 'ATK-CHG-04'],
    },
  ],
  [
    '23.1',
    'Software of the vehicle is forged',
    'The software of a control or information system is replaced by one that only looks like it.',
    {
      stride: ['tampering', 'spoofing'],
      properties: ['integrity', 'authenticity'],
      elements: ['component', 'data'],
      categories: ['ecu', 'gateway', 'telematics', 'firmware', 'software'],
      attacks: ['ATK-SW-05', 'ATK-DIA-04', 'ATK-SW-04'],
    },
  ],
  [
    '24.1',
    'A unit or a bus is put out of action',
    'Something is made to stand still, by flooding a bus or by provoking faults with many messages.',
    {
      stride: ['denial'],
      properties: ['availability'],
      elements: ['component', 'channel', 'function'],
      media: ['can', 'can-fd', 'lin', 'flexray', 'ethernet'],
      categories: ['ecu', 'gateway', 'actuator', 'safety'],
      attacks: ['ATK-BUS-02', 'ATK-BUS-03', 'ATK-DIA-09', 'ATK-UPD-06'],
    },
  ],
  [
    '25.1',
    'Parameters of a key function are falsified',
    'Settings that a vital function goes by, of brakes or airbags for instance, are changed without permission.',
    {
      stride: ['tampering'],
      properties: ['integrity'],
      elements: ['data', 'component', 'function'],
      categories: ['configuration', 'safety', 'actuator'],
      attacks: ['ATK-DIA-06', 'ATK-DIA-02'],
    },
  ],
  [
    '25.2',
    'Parameters of charging are falsified',
    'Voltage, power or temperature limits of charging are changed, and the battery suffers.',
    {
      stride: ['tampering'],
      properties: ['integrity'],
      elements: ['data', 'component', 'function', 'channel'],
      media: ['charging'],
      attacks: ['ATK-CHG-02', 'ATK-CHG-01'],
    },
  ],
]
