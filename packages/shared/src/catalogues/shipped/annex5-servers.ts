import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 1 to 3: what can happen to servers in the field, in our words. */
const server = { elements: ['component', 'system'], categories: ['backend'] } as const
const reaches = {
  stride: ['elevation', 'tampering'],
  properties: ['integrity', 'authorisation'],
  elements: [...server.elements],
  categories: [...server.categories],
} satisfies ShippedThreat[3]
const leaks = {
  stride: ['disclosure'],
  properties: ['confidentiality'],
  elements: ['component', 'system', 'data'],
  categories: ['backend', 'personal'],
} satisfies ShippedThreat[3]

export const serverThreats: readonly ShippedThreat[] = [
  [
    '1.1',
    'An insider uses the server against vehicles',
    'An employee with legitimate access to the back end misuses it to send commands or data to vehicles ' +
      'without a request.',
    { ...reaches, attacks: ['ATK-BE-03', 'ATK-BE-06'] },
  ],
  [
    '1.2',
    'A server is entered over the internet',
    'An outsider enters a server through a service that can be reached from the internet, and goes on from ' +
      'there to vehicles.',
    { ...reaches, attacks: ['ATK-BE-01', 'ATK-BE-02', 'ATK-BE-06'] },
  ],
  [
    '1.3',
    'A server is entered on site',
    'An attacker gets physical access to the server, with a memory stick or another medium, and changes what it sends.',
    { ...reaches, attacks: ['ATK-BE-09', 'ATK-BE-06'] },
  ],
  [
    '2.1',
    'A server stops answering vehicles',
    'The back end is overloaded or put out of operation, and services that vehicles rely on are not available.',
    {
      stride: ['denial'],
      properties: ['availability'],
      elements: ['component', 'system', 'function'],
      categories: ['backend'],
      attacks: ['ATK-BE-05', 'ATK-BE-12'],
    },
  ],
  [
    '3.1',
    'An insider takes vehicle data',
    'An employee with access to the back end copies data of vehicles or owners that their work does not need.',
    { ...leaks, attacks: ['ATK-BE-03'] },
  ],
  [
    '3.2',
    'Data is lost with the cloud provider',
    'Data that was put with a provider of hosting is lost there or gets out, by an attack or by accident.',
    { ...leaks, attacks: ['ATK-BE-04'] },
  ],
  [
    '3.3',
    'Data is taken from a server over the internet',
    'An outsider reads data of vehicles or owners through a weakness of a service that can be reached from the ' +
      'internet.',
    { ...leaks, attacks: ['ATK-BE-02', 'ATK-BE-10', 'ATK-BE-11'] },
  ],
  [
    '3.4',
    'Data is taken from a server on site',
    'An attacker gets physical access to the server or its disks, and takes the data.',
    { ...leaks, attacks: ['ATK-BE-09'] },
  ],
  [
    '3.5',
    'Data gets out by mistake',
    'Data is sent or opened to those whom it does not concern: a wrong setting, a wrong recipient, a log with ' +
      'too much in it.',
    { ...leaks, attacks: ['ATK-BE-04'] },
  ],
]
