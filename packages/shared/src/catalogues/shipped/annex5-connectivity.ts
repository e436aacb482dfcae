import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 16 to 18: what connects a vehicle to the outside, in our words. */
export const connectivityThreats: readonly ShippedThreat[] = [
  [
    '16.1',
    'A remote function is manipulated',
    'Functions that act from afar, such as a remote key, an immobiliser or a charging station, are made to act ' +
      'for an attacker.',
    {
      stride: ['spoofing', 'tampering', 'elevation'],
      properties: ['authenticity', 'integrity', 'authorisation'],
      elements: ['function', 'channel', 'component', 'data'],
      media: ['bluetooth', 'nfc', 'uwb', 'cellular', 'charging', 'wifi'],
      categories: ['command', 'key'],
      attacks: ['ATK-RF-01', 'ATK-RF-02', 'ATK-RF-03', 'ATK-RF-18', 'ATK-RF-19', 'ATK-CHG-01'],
    },
  ],
  [
    '16.2',
    'Vehicle telematics are manipulated',
    'What a telematics unit measures, sends or does from afar is changed: temperatures of goods, locks of cargo ' +
      'doors, reports.',
    {
      stride: ['tampering', 'spoofing'],
      properties: ['integrity', 'authenticity'],
      elements: ['component', 'function', 'channel', 'data'],
      media: ['cellular'],
      categories: ['telematics', 'sensor', 'command'],
      attacks: ['ATK-RF-11', 'ATK-BE-02', 'ATK-SW-01'],
    },
  ],
  [
    '16.3',
    'Short-range radio or sensors are disturbed',
    'Short-range links or sensors are disturbed or misled from near by.',
    {
      stride: ['denial', 'spoofing'],
      properties: ['availability', 'integrity'],
      elements: ['channel', 'component', 'data'],
      media: ['bluetooth', 'wifi', 'nfc', 'uwb', 'gnss', 'v2x'],
      categories: ['sensor'],
      attacks: ['ATK-RF-08', 'ATK-RF-13', 'ATK-RF-16', 'ATK-RF-20'],
    },
  ],
  [
    '17.1',
    'An application turns out corrupt',
    "Third-party software, or software with poor security, is the way into the vehicle's systems.",
    {
      stride: ['elevation', 'tampering'],
      properties: ['integrity', 'authorisation'],
      elements: ['component', 'function'],
      categories: ['software', 'telematics'],
      attacks: ['ATK-SW-08', 'ATK-SW-07', 'ATK-SW-12'],
    },
  ],
  [
    '18.1',
    'A port is the way in',
    'A port that can be reached, such as USB, is used to put code into the vehicle.',
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'authorisation'],
      elements: ['channel', 'component'],
      media: ['usb', 'obd', 'charging', 'debug', 'ethernet'],
      attacks: ['ATK-CHG-05', 'ATK-CHG-04', 'ATK-HW-02', 'ATK-CHG-03'],
    },
  ],
  [
    '18.2',
    'A connected medium brings a virus',
    'A storage medium that a user connects contains malware.',
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'availability'],
      elements: ['channel', 'component', 'data'],
      media: ['usb'],
      attacks: ['ATK-CHG-04'],
    },
  ],
  [
    '18.3',
    'Diagnostic access is used for an attack',
    'A device at the diagnostic connector, put there knowingly or not, serves to change parameters of the vehicle.',
    {
      stride: ['tampering', 'spoofing', 'elevation'],
      properties: ['integrity', 'authenticity', 'authorisation'],
      elements: ['channel', 'component', 'data', 'function'],
      media: ['obd'],
      categories: ['tool', 'diagnostic', 'configuration'],
      attacks: ['ATK-DIA-07', 'ATK-DIA-01', 'ATK-CHG-06'],
    },
  ],
]
