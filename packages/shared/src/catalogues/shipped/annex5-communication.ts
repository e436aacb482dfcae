import type { ShippedThreat } from './threat.ts'

/** Annex 5, numbers 4 to 11: what can happen over a vehicle's channels, in our words. */
const wireless = ['cellular', 'wifi', 'bluetooth', 'nfc', 'uwb', 'v2x', 'gnss']
const outside = [...wireless, 'usb', 'obd', 'charging', 'ethernet']
const bus = ['can', 'can-fd', 'lin', 'flexray', 'ethernet']
const writes = {
  stride: ['tampering'],
  properties: ['integrity'],
  elements: ['component', 'channel', 'data'],
  media: outside,
} satisfies ShippedThreat[3]

export const communicationThreats: readonly ShippedThreat[] = [
  [
    '4.1',
    'Messages come from a pretender',
    'What the vehicle receives, of other vehicles, of positioning satellites or of a service, was sent by ' +
      'an attacker who pretends to be the sender.',
    {
      stride: ['spoofing'],
      properties: ['authenticity', 'integrity'],
      elements: ['channel', 'data', 'function'],
      media: [...wireless, ...bus],
      categories: ['command', 'sensor'],
      attacks: ['ATK-BUS-01', 'ATK-BUS-06', 'ATK-RF-12', 'ATK-RF-14', 'ATK-RF-16'],
    },
  ],
  [
    '4.2',
    'One sender pretends to be many',
    'One station invents many vehicles or road users, so that what most of them say is believed.',
    {
      stride: ['spoofing'],
      properties: ['authenticity', 'integrity'],
      elements: ['channel', 'function', 'data'],
      media: ['v2x'],
      attacks: ['ATK-RF-15'],
    },
  ],
  [
    '5.1',
    'Code is injected over a channel',
    'An attacker sends code that the receiver then runs: an altered program arrives as if it were data.',
    { ...writes, stride: ['tampering', 'elevation'], attacks: ['ATK-SW-01', 'ATK-SW-10', 'ATK-RF-04', 'ATK-RF-17'] },
  ],
  [
    '5.2',
    'Stored data or code is changed over a channel',
    'Over a channel that lets it happen, data or code that the vehicle keeps is changed.',
    { ...writes, attacks: ['ATK-DIA-06', 'ATK-SW-01'] },
  ],
  [
    '5.3',
    'Stored data or code is written over',
    'Over a channel that lets it happen, what the vehicle keeps is replaced by something else.',
    { ...writes, attacks: ['ATK-DIA-04', 'ATK-DIA-06'] },
  ],
  [
    '5.4',
    'Stored data or code is erased over a channel',
    'Over a channel that lets it happen, data or code is removed, and the vehicle lacks it.',
    {
      ...writes,
      stride: ['tampering', 'denial'],
      properties: ['integrity', 'availability'],
      attacks: ['ATK-DIA-03', 'ATK-SW-13'],
    },
  ],
  [
    '5.5',
    'Data or code is put in over a channel',
    'Over a channel that lets it happen, something is added that was not there: files, settings, programs.',
    { ...writes, attacks: ['ATK-DIA-04', 'ATK-SW-01', 'ATK-UPD-05'] },
  ],
  [
    '6.1',
    'Information of an unreliable source is accepted',
    'The vehicle acts on information from a sender without knowing whether the sender can be trusted.',
    {
      stride: ['spoofing'],
      properties: ['authenticity', 'integrity'],
      elements: ['channel', 'data', 'function'],
      media: outside,
      attacks: ['ATK-RF-12', 'ATK-RF-14', 'ATK-RF-06', 'ATK-BUS-07'],
    },
  ],
  [
    '6.2',
    'Man in the middle',
    'An attacker sits between two parties that think they speak to one another, reads, changes, or takes the ' +
      'session over.',
    {
      stride: ['spoofing', 'tampering', 'disclosure'],
      properties: ['authenticity', 'integrity', 'confidentiality'],
      elements: ['channel', 'data'],
      media: outside,
      attacks: ['ATK-RF-05', 'ATK-RF-06', 'ATK-RF-09', 'ATK-CHG-01', 'ATK-UPD-01', 'ATK-BUS-10'],
    },
  ],
  [
    '6.3',
    'Old messages are played again',
    'A message that was once valid is sent again: a door opens, or old software is accepted as the latest.',
    {
      stride: ['spoofing'],
      properties: ['authenticity', 'integrity'],
      elements: ['channel', 'data', 'function'],
      media: [...wireless, ...bus],
      categories: ['command'],
      attacks: ['ATK-BUS-04', 'ATK-RF-02', 'ATK-SW-04'],
    },
  ],
  [
    '7.1',
    'Traffic is listened to',
    'An attacker receives traffic over the air or over wires, and learns confidential information from it.',
    {
      stride: ['disclosure'],
      properties: ['confidentiality'],
      elements: ['channel', 'data'],
      media: [...wireless, ...bus],
      categories: ['personal', 'key', 'diagnostic'],
      attacks: ['ATK-BUS-05', 'ATK-RF-05', 'ATK-RF-07', 'ATK-RF-09'],
    },
  ],
  [
    '7.2',
    'Files or data are reached without permission',
    'An attacker reaches files or data over a channel without permission to see them.',
    {
      stride: ['disclosure', 'elevation'],
      properties: ['confidentiality', 'authorisation'],
      elements: ['component', 'data', 'channel'],
      media: outside,
      categories: ['personal', 'key', 'log'],
      attacks: ['ATK-SW-11', 'ATK-DIA-05', 'ATK-BE-11'],
    },
  ],
  [
    '8.1',
    'A receiver is flooded',
    'A receiver gets so many messages that it can no longer do its work.',
    {
      stride: ['denial'],
      properties: ['availability'],
      elements: ['component', 'channel', 'function'],
      media: [...outside, ...bus],
      attacks: ['ATK-BUS-02', 'ATK-BUS-13', 'ATK-RF-08', 'ATK-RF-10'],
    },
  ],
  [
    '8.2',
    'Messages are swallowed',
    'An attacker on the path of messages between vehicles does not forward them, and a vehicle does not receive ' +
      'what others sent.',
    {
      stride: ['denial'],
      properties: ['availability'],
      elements: ['channel', 'function'],
      media: [...wireless, 'ethernet'],
      attacks: ['ATK-RF-09', 'ATK-RF-13', 'ATK-BUS-10'],
    },
  ],
  [
    '9.1',
    'An ordinary user becomes a privileged one',
    'A user with few or no rights gains those of an administrator of the system.',
    {
      stride: ['elevation'],
      properties: ['authorisation'],
      elements: ['component', 'function', 'channel'],
      categories: ['telematics', 'gateway', 'software', 'ecu'],
      attacks: ['ATK-SW-02', 'ATK-SW-12', 'ATK-SW-09', 'ATK-DIA-01'],
    },
  ],
  [
    '10.1',
    'A virus arrives over a channel',
    'Malware enters the vehicle with data on a channel, and spreads.',
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'availability'],
      elements: ['component', 'channel'],
      media: outside,
      categories: ['telematics', 'software'],
      attacks: ['ATK-CHG-04', 'ATK-SW-14', 'ATK-SW-08'],
    },
  ],
  [
    '11.1',
    'A message on an internal bus is malicious',
    'A unit sends, or is made to send, messages on an internal bus that do harm.',
    {
      stride: ['spoofing', 'tampering'],
      properties: ['integrity', 'authenticity'],
      elements: ['channel', 'data', 'function'],
      media: ['can', 'can-fd', 'lin', 'flexray', 'ethernet', 'internal'],
      attacks: ['ATK-BUS-01', 'ATK-BUS-06', 'ATK-BUS-08', 'ATK-BUS-09', 'ATK-BUS-11', 'ATK-BUS-14', 'ATK-HW-08'],
    },
  ],
  [
    '11.2',
    'A message from another vehicle or the road is malicious',
    'Another vehicle or the infrastructure sends what misleads the vehicle.',
    {
      stride: ['spoofing', 'tampering'],
      properties: ['integrity', 'authenticity'],
      elements: ['channel', 'data', 'function'],
      media: ['v2x'],
      attacks: ['ATK-RF-14', 'ATK-RF-15'],
    },
  ],
  [
    '11.3',
    'A diagnostic message is malicious',
    'Diagnostic services are used to do harm rather than to repair.',
    {
      stride: ['tampering', 'elevation'],
      properties: ['integrity', 'authorisation'],
      elements: ['channel', 'component', 'data', 'function'],
      media: ['obd', 'can', 'ethernet'],
      categories: ['diagnostic'],
      attacks: ['ATK-DIA-03', 'ATK-DIA-08', 'ATK-DIA-09', 'ATK-DIA-07'],
    },
  ],
  [
    '11.4',
    'A message of a proprietary protocol is malicious',
    "A message of the manufacturer's or a supplier's own protocol is made to do harm.",
    {
      stride: ['tampering', 'spoofing'],
      properties: ['integrity', 'authenticity'],
      elements: ['channel', 'component', 'data'],
      media: [...outside, 'other'],
      attacks: ['ATK-RF-11', 'ATK-SW-01', 'ATK-BUS-11'],
    },
  ],
]
